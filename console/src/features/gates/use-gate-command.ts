import { commandOutcome, type GateCommand } from '@vigil/contract/gatecontrol/entities.ts'
import { useRef, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { newCommandId } from './command-id.ts'
import { controlTexts } from './control-texts.ts'

interface Answered {
  readonly onSuccess: (command: GateCommand) => void
  readonly onError: (refused: Error) => void
}

/**
 * What a dialog says to a gate, and what came of it. Until it is answered the same words are the same command, whatever the line does meanwhile.
 * `onDone` is called once the gate has carried it out.
 */
export const useGateCommand = (onDone: (command: GateCommand) => void) => {
  const t = useTexts(controlTexts)
  const { language } = useLanguage()
  const [problem, setProblem] = useState<string | null>(null)
  const [mayBeDone, setMayBeDone] = useState(false)
  const command = useRef<{ readonly id: string; readonly words: string } | null>(null)
  const onSuccess = (answer: GateCommand): void => {
    const { gateName: name, outcome, said } = answer
    // One that is still on its way is not sent a second time.
    if (outcome !== commandOutcome.code.sent) command.current = null
    if (outcome === commandOutcome.code.done) return onDone(answer)
    const words = { name, outcome: commandOutcome.name(outcome, language) }
    setProblem(said === '' ? t('notDone', words) : t('notDoneSaid', { ...words, said }))
    setMayBeDone(outcome !== commandOutcome.code.refused && outcome !== commandOutcome.code.unreachable)
  }
  return {
    problem,
    /** It went wrong, and the gate may have done it all the same. */
    mayBeDone,
    /** Says what is missing before anything can be sent. */
    refuse: setProblem,
    /** `words` are what makes it another command; `ask` sends it under the id. */
    send: (words: readonly string[], ask: (commandId: string, answered: Answered) => void): void => {
      setProblem(null)
      setMayBeDone(false)
      const said = JSON.stringify(words)
      if (command.current?.words !== said) command.current = { id: newCommandId(), words: said }
      ask(command.current.id, { onSuccess, onError: (refused) => setProblem(failureText(refused)) })
    },
  }
}
