import { pino, type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

/** Structured log on stdout. What may be secret is cut out whatever object it stands in. */
export const createLog = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'pwd',
        'token',
        'key',
        'ticket',
        '*.password',
        '*.pwd',
        '*.token',
        '*.key',
        '*.ticket',
        'req.headers.authorization',
      ],
      censor: '***',
    },
  })
