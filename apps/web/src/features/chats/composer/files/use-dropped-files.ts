import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files that are dropped anywhere on the column of the chat; true while some are held over
 * it.
 */
export function useDroppedFiles(
  within: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((files: readonly File[]) => onFiles(files))
  useEffect(() => {
    const column = within.current?.parentElement
    if (!column) return
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const listening = new AbortController()
    const { signal } = listening
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !column.contains(relatedTarget)) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    column.addEventListener('dragover', over, { signal })
    column.addEventListener('dragleave', leave, { signal })
    column.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [within])
  return isOver
}
