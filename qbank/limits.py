"""Every bound of the house, in one place; each is tested at the bound and one past it."""

# What a person may type as one answer.
ANSWER_CHARACTERS = 2_000
ANSWER_TOKENS = 400
ANSWER_DEPTH = 40
NUMBER_DIGITS = 60
DECIMAL_EXPONENT = 400  # |exponent| of ten
EXPANDED_POWER = 64
EXPANDED_TERMS = 4_000
ENTRIES_A_SIDE = 64
STEPS = 10_000  # while computing one answer; products of terms, more where they are long
STEPS_A_WEIGHT = 25  # for each term and power of which a ball is computed
ARGUMENT_BITS = 3_000  # of the coefficients in what a root or logarithm is taken of
ROOT_POWER = 8  # of a sum under a root
FORMULA_POWER = 16  # of a function of declared names, which is tried with numbers for them
LARGEST_EXPONENT = 10_000  # of e, and of any factor, in what a person types
KEY_CHARACTERS = 40_000  # of a key, which is longer than an answer where matrices are large
KEY_TOKENS = 10_000
KEY_STEPS = 200_000

# Exact numbers.
BALL_BITS = 4_096  # after which two values are undecided
TRIAL_DIVISION = 10_000  # radicands are never factored further
VALUE_BITS = 10_000  # of a power's result: some 3,000 digits
EXPANDED_PRODUCTS = 20_000  # of one term with another, in one multiplication
CANCELLED_DEGREE = 200  # above it, or above
CANCELLED_TERMS = 400  # in both sides, a quotient's common factors are left standing
ROUNDED_BITS = 20_000  # |binary exponent| of a value that is still written in digits

# Templates and spaces.
TEMPLATE_BYTES = 1_000_000
TEMPLATE_DEPTH = 20
ENUMERATED_VARIANTS = 200_000
VERIFIED_VARIANTS = 20_000
SYMBOLIC_VARIANTS = 200
FRUITLESS_DRAWS = 2_000  # in a row, before a template counts as exhausted
QUESTIONS_A_RUN = 1_000_000

# Tables of answers.
TABLE_BYTES = 50_000_000
TABLE_ROWS = 200_000
TABLE_COLUMNS = 1_024
CELL_BYTES = 4_096

# Banks.
BANK_LINE_BYTES = 1_000_000
