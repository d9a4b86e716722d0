import { useEffect, useEffectEvent } from 'react'

type Question = (leave: () => void) => void

const questions: Question[] = []

/** While active, whatever would end the form asks first: `ask` gets what to do after a yes. */
export function useLeaveQuestion(active: boolean, ask: Question): void {
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (!active) return
    const question: Question = (leave) => askNow(leave)
    questions.push(question)
    return () => {
      questions.splice(questions.indexOf(question), 1)
    }
  }, [active])
}

/** Whether leaving would be asked about. */
export function isLeaveAsked(): boolean {
  return questions.length > 0
}

/** Leaves at once, or once the form in sight may be given up. */
export function leaveOnceAllowed(leave: () => void): void {
  const question = questions.at(-1)
  if (question) question(leave)
  else leave()
}
