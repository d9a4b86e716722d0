import { cn } from './cn.ts'

/** Five colours that begin again: solid while connected, hollow while not. */
const COLORS = [
  ['border-line-1', 'bg-line-1'],
  ['border-line-2', 'bg-line-2'],
  ['border-line-3', 'bg-line-3'],
  ['border-line-4', 'bg-line-4'],
  ['border-line-5', 'bg-line-5'],
] as const

interface NumberDotProps {
  /** The place of the number among those of the workspace, counted from 0. */
  place: number
  connected: boolean
}

/** The colour of a number, always shown beside its name. */
export function NumberDot({ place, connected }: NumberDotProps) {
  const [border, fill] = COLORS[place % COLORS.length] ?? COLORS[0]
  return (
    <i
      aria-hidden="true"
      className={cn(
        'inline-block size-2 shrink-0 rounded-full border-[1.5px]',
        border,
        connected && fill,
      )}
    />
  )
}
