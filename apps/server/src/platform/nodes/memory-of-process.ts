import { totalmem } from 'node:os'

/** What the process has, and what it may have: of its container, or of the machine. */
export function memoryOfProcess(): { memory: number; memoryLimit: number } {
  const ofContainer = process.constrainedMemory()
  const ofMachine = totalmem()
  return {
    memory: process.memoryUsage.rss(),
    // Without a limit the first is 0, or more than there is.
    memoryLimit: ofContainer > 0 ? Math.min(ofContainer, ofMachine) : ofMachine,
  }
}
