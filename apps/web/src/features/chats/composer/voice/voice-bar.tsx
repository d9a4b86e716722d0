import { MicOff, Send, Square, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'
import { Button } from '#shared/ui/button.tsx'
import type { RecordingProblem } from './recording.ts'
import type { RecorderState } from './use-recorder.ts'

const PROBLEMS: Readonly<Record<RecordingProblem, string>> = {
  refused: textKey(
    'The browser does not let Kirim use the microphone. Allow it beside the address, then try again.',
  ),
  no_microphone: textKey('No microphone was found.'),
  insecure: textKey('Browsers record sound over HTTPS only.'),
  unsupported: textKey('This browser cannot record sound.'),
}

interface VoiceBarProps {
  state: Exclude<RecorderState, { is: 'off' }>
  onStop: () => void
  onCancel: () => void
  onSend: () => void
}

/** Stands in place of the text while a voice note is recorded, and until it is sent. */
export function VoiceBar({ state, onStop, onCancel, onSend }: VoiceBarProps) {
  const { t } = useTranslation()
  if (state.is === 'impossible') {
    return (
      <div className="flex items-center gap-2.5 px-3 py-3">
        <MicOff className="size-4 shrink-0 text-destructive" aria-hidden="true" />
        <p role="alert" className="min-w-0 flex-1 text-caption">
          {t(PROBLEMS[state.problem])}
        </p>
        <Button size="sm" onClick={onCancel}>
          {t('Close')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex min-h-[86px] flex-wrap items-center gap-2 px-3 py-2">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t('Discard the voice note')}
        onClick={onCancel}
      >
        <Trash2 aria-hidden="true" />
      </Button>
      <div className="flex min-w-0 flex-1 items-center gap-3">
        {state.is === 'asking' && (
          <p role="status" className="text-caption text-muted-foreground">
            {t('Waiting for the microphone…')}
          </p>
        )}
        {state.is === 'recording' && (
          <>
            <span
              className="size-2 shrink-0 animate-pulse rounded-full bg-destructive"
              aria-hidden="true"
            />
            <span role="timer" aria-label={t('Recorded so far')} className="tnum text-caption">
              {clockOf(state.seconds)}
            </span>
            <Levels levels={state.levels} />
          </>
        )}
        {state.is === 'recorded' && <Listen file={state.file} />}
      </div>
      {state.is === 'recording' && (
        <Button size="sm" onClick={onStop} autoFocus>
          <Square aria-hidden="true" />
          {t('Stop')}
        </Button>
      )}
      {state.is !== 'asking' && (
        <Button variant="primary" size="sm" onClick={onSend}>
          <Send aria-hidden="true" />
          {t('Send')}
        </Button>
      )}
    </div>
  )
}

function Levels({ levels }: { levels: readonly number[] }) {
  return (
    <span
      aria-hidden="true"
      className="flex h-8 min-w-0 flex-1 items-center gap-0.5 overflow-hidden"
    >
      {levels.map((level, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no other identity than its place
          key={index}
          style={{ height: `${Math.max(10, Math.round(level * 100))}%` }}
          className="w-[3px] shrink-0 rounded-full bg-primary"
        />
      ))}
    </span>
  )
}

function Listen({ file }: { file: File }) {
  const { t } = useTranslation()
  const url = useObjectUrl(file)
  if (!url) return null
  return (
    // biome-ignore lint/a11y/useMediaCaption: the speaker listens to their own words
    <audio controls src={url} aria-label={t('Your voice note')} className="h-9 w-full min-w-0" />
  )
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
