"""Courses and their quizzes, as instructors make and change them."""
