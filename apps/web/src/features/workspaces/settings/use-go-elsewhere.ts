import { useWorkspaces } from '#shared/workspace/workspace-context.ts'

/** Opens another workspace of the reader after they left or deleted that of this tab. */
export function useGoElsewhere(): () => Promise<void> {
  const { current, mine, switchTo, readAgain } = useWorkspaces()
  return async () => {
    const other = mine.find(({ id }) => id !== current?.id)
    if (other) switchTo(other.id, '/')
    await readAgain()
  }
}
