"""Every bound of the house, in one place; each is tested at the bound and one past it."""

# What a person may type as one answer.
ANSWER_CHARACTERS = 2_000
ANSWER_TOKENS = 400
ANSWER_DEPTH = 40
NUMBER_DIGITS = 60
OUTLINE_CHARACTERS = 400  # of a text whose outline is remembered
OUTLINES = 1_024
DECIMAL_EXPONENT = 400  # |exponent| of ten
EXPANDED_POWER = 64
EXPANDED_TERMS = 4_000
ENTRIES_A_SIDE = 64
STEPS = 10_000  # while computing one answer; products of terms, more where they are long
QUICK_PRODUCTS = 500  # of terms, in what is computed quickly
QUICK_BITS = 500
QUICK_POWER = 64
STEPS_A_WEIGHT = 25  # for each term and power of which a ball is computed
ARGUMENT_BITS = 3_000  # of the coefficients in what a root or logarithm is taken of
ROOT_POWER = 8  # of a sum under a root
FORMULA_POWER = 16  # of a function of declared names, which is tried with numbers for them
LARGEST_EXPONENT = 10_000  # of e, and of any factor, in what a person types
KEY_CHARACTERS = 40_000  # of a key, which is longer than an answer where matrices are large
KEY_TOKENS = 10_000
KEY_STEPS = 200_000
KEY_DIGITS = 4_000  # of a number in a key; Python itself reads 4,300

# Exact numbers.
BALL_BITS = 4_096  # after which two values are undecided
TRIAL_DIVISION = 10_000  # radicands are never factored further
VALUE_BITS = 10_000  # of a power's result: some 3,000 digits
RELATED_TERMS = 32  # of a sum that is proved to be 0 by its logarithms and roots,
RELATED_PRODUCTS = 10_000  # of what stands inside of these, multiplied out
EXPANDED_PRODUCTS = 20_000  # of one term with another, in one multiplication
CANCELLED_DEGREE = 200  # above it, or above
CANCELLED_TERMS = 400  # in both sides, a quotient's common factors are left standing
ROUNDED_BITS = 20_000  # |binary exponent| of a value that is still written in digits

# Files that are read as a whole.
FILE_BYTES = 100_000_000
BANK_BYTES = 4_000_000_000  # of one topic in a bank

# Templates and spaces.
TEMPLATE_BYTES = 1_000_000
TEMPLATE_DEPTH = 20
ENUMERATED_VARIANTS = 200_000
VERIFIED_VARIANTS = 20_000
SYMBOLIC_VARIANTS = 200
FRUITLESS_DRAWS = 2_000  # in a row, before a template counts as exhausted
QUESTIONS_A_RUN = 1_000_000
SOLVED_SECONDS = 60  # for one answer to parameters that a person gives
SOLVED_BYTES = 4 * 2**30  # beside what the process has

# Tables of answers.
TABLE_BYTES = 50_000_000
TABLE_ROWS = 200_000
TABLE_COLUMNS = 1_024
CELL_BYTES = 4_096
ROW_CHARACTERS = 1_000_000  # of a row of text
WORKBOOK_BYTES = 100_000_000  # of a spreadsheet's parts, unpacked
WORKBOOK_PARTS = 1_000
WORKBOOK_SIGNS = 6_000_000  # of tags and attributes in a part: 200,000 rows of four cells
WORKBOOK_ENTRIES = 200_000  # of them in the lists of its parts and of its styles
LOGO_BYTES = 5_000_000
LABELS_BYTES = 1_000_000
PLURAL_FORMS = 6  # of a language, in which Arabic has the most
SHEET_POINTS = 1_000_000  # of a question on a sheet, and its number
PROBLEMS_SHOWN = 50
SPREADSHEET_ROWS = 1_048_575  # below the header, in every program that reads XLSX
REVIEW_CHARACTERS = 300  # of the reason why an answer is open, in review.csv
BOUND_CHARACTERS = 600  # of an answer there; a longer one stands there by its beginning and its digest
MISTAKES_KEPT = 1_000  # different ones of a question, the most frequent
NAMES_REMEMBERED = 4_096  # of questions, as tables write them; beyond it they are looked up again
TEXTS_TOLD_APART = 250_000  # different answers; beyond it the same one may be kept twice
VERDICTS_BYTES = 32_000_000  # of verdicts that are kept; beyond it an answer is judged again

# Banks.
BANK_LINE_BYTES = 1_000_000

# Corrections beside a bank.
CORRECTIONS_BYTES = 10_000_000
REASON_CHARACTERS = 1_000
NAME_CHARACTERS = 100  # of who corrected, and of a part

# The service.
PASSWORD_LEAST = 8
PASSWORD_MOST = 200
BODY_BYTES = 300_000  # of a request
UPLOAD_BYTES = 5_000_000  # of one with a file
FIELDS = 300  # of a form
FIELD_CHARACTERS = 20_000
TITLE_CHARACTERS = 200
TEXT_CHARACTERS = 10_000  # instructions of a quiz, reasons
ROSTER_ROWS = 5_000
ROSTER_BOOK_BYTES = 12_000_000  # of a workbook's parts, unpacked
ROSTER_BOOK_SIGNS = 800_000  # of tags and attributes in a part: 5,000 rows of twenty cells
QUIZ_QUESTIONS = 100
QUIZ_SLOTS = 50  # topics and kinds of question that a quiz is put together of
QUIZ_POINTS = 1_000  # for one question
COURSES_A_PERSON = 200  # that one instructor makes
QUIZZES_A_COURSE = 500
QUIZ_MINUTES = 7 * 24 * 60
QUIZ_ATTEMPTS = 20
REVISIONS = 1_000  # of the answer to one part of a question in a quiz, all kept
EXTRA_PERCENT = 300
TOKENS_A_PERSON = 20
PAGE_ROWS = 200  # of a list that a program asks for
RENDERED_KEPT = 4_096  # questions as HTML
BACKUP_MEMBERS = 200  # files in a backup
BACKUP_BYTES = 50_000_000_000  # of them, unpacked
BACKUP_RATIO = 200  # how many times larger one is than its packed bytes
BACKUP_MANIFEST_BYTES = 200_000
BACKUP_ROW_BYTES = 4_000_000
FINDINGS_SHOWN = 20  # of each kind, when a database is checked
