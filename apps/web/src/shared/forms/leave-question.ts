import { useEffect, useEffectEvent } from 'react'

type Question = (leave: () => void) => void

const questions: Question[] = []

/** While active, what would end the form without a navigation asks first: `ask` gets what to do after a yes. */
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

/** Leaves at once, or once the form in sight may be given up. */
export function leaveOnceAllowed(leave: () => void): void {
  const question = questions.at(-1)
  if (question) question(leave)
  else leave()
}
