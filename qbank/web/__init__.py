"""The service: practice for everybody, quizzes for a course, an API for programs.

| room | is about |
|---|---|
| `base` | the tables and the one writer that commits in groups, the clock, names, rates, what is refused |
| `door` | who asks: accounts, sessions, tokens; how an answer is given: pages, headers, problems |
| `asking` | which questions there are, how they are shown without their keys, read, judged and practised |
| `sitting` | what an attempt asks, what is kept of what was typed, what it earned, which keys were corrected |
| `course` | courses, rosters and invitations; quizzes, how they are built, published, previewed and printed |
| `outcome` | who sits a quiz and what is done to an attempt; statistics, decisions, regrading, grades |
| `upkeep` | backups, bringing them back, and whether a database is whole |
| `pages`, `api` | what browsers and what programs ask for; `app`, `start` and `watch` put it together |

Whoever asks without a right to something is told that it is not there.
"""
