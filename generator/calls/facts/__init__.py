"""Works out what the rows' conditions ask of a use: arguments, what is done with the result, what shares memory."""
