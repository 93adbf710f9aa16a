"""The service: practice for everybody, quizzes for a course, an API for programs.

| module | is about |
|---|---|
| `schema`, `store`, `migrations` | the tables, and the one writer that commits in groups |
| `site`, `app`, `guard` | what the running service consists of, its routes, what every answer of it carries |
| `visit`, `people`, `tokens` | who asks: sessions, passwords, tokens of programs |
| `questions`, `shown` | which questions there are, and how they are shown without their keys |
| `practice`, `schedule` | reading an answer before it counts, judging it, what to ask next |
| `drawing`, `kept`, `unjudged`, `again` | an attempt's questions and answers; reading without the key; races |
| `courses`, `quizzes`, `attempts`, `marks`, `rulings`, `statistics` | a course and its quizzes |
| `pages`, `api` | what browsers and what programs ask for |

Whoever asks without a right to something is told that it is not there.
"""
