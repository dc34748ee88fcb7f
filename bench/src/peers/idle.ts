/** A process that does nothing: how long others keep it from its turn is the machine's doing. */
setInterval(() => undefined, 60_000)
