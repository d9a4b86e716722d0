import { useEffect, useEffectEvent } from 'react'

type Question = (leave: () => void) => void

const questions: Question[] = []

/**
 * While active, leaving the form calls `ask` first, with the action to run when the user agrees.
 */
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

/** Whether a form would ask before it is left. */
export function isLeaveAsked(): boolean {
  return questions.length > 0
}

/** Runs `leave` at once, or after the open form allows it. */
export function leaveOnceAllowed(leave: () => void): void {
  const question = questions.at(-1)
  if (question) question(leave)
  else leave()
}
