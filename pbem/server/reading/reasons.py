"""Why a sentence holds the letter, as its writer is told."""

TAKEN_BACK = (
    "This seems to take back what is above it, so nothing of it is done. If it was meant for the others, send the"
    " lines again without it"
)
CONTRADICTS = (
    "This seems to say something else than an order above it, and I cannot tell which counts, so nothing of it"
    " is done"
)
TWO_ANSWERS = (
    "You are asked for one answer, and these are two, so neither is taken. Send the one that you want"
)
DOUBTED = "There is doubt in this sentence, so it is not done. If you want it, write the order alone"
WAITS = (
    "An order cannot wait for the result of another: send it when you know. It can wait for a fact of the position:"
    " if FACT is VALUE then ORDER. See: help if"
)
UNKNOWN = "In this sentence I cannot tell what"
OFFERED = "I am not sure what you mean by this. Write the order alone"
