import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { MessageFile } from '@kirim/contract/message-content'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#shared/ui/cn.ts'
import { Spinner } from '#shared/ui/loading.tsx'
import { sideOf } from '../../timeline/timeline-rows.ts'
import { useWords } from '../../words.ts'
import { FileProblem } from './file-problem.tsx'
import { playingTime } from './file-words.ts'
import { useChatFile } from './use-chat-file.ts'
import { usePlayer } from './use-player.ts'
import { BARS, barsOf } from './waveform.ts'

const BAR_STEP = 5
const HEIGHT = 22

/** A voice note or another sound: its loudness over time, where it plays, and how fast. */
export function VoiceNote({ entry, file }: { entry: ChatEntry; file: MessageFile }) {
  const { t } = useWords()
  const { number } = useWords().format
  const [isLoaded, setIsLoaded] = useState(false)
  const { url, error } = useChatFile(isLoaded ? file.path : null)
  const player = usePlayer(url)
  if (error) return <FileProblem entry={entry} file={file} text={t('Could not be loaded')} />
  const length = player.length ?? file.seconds ?? 0
  const fraction = length > 0 ? Math.min(1, player.at / length) : 0
  const time = playingTime(player.isPlaying || player.at > 0 ? player.at : length)
  return (
    <div className="flex w-[252px] max-w-full items-center gap-2.5 px-1.5 pt-1">
      <audio {...player.props} className="hidden" />
      <button
        type="button"
        aria-label={
          player.isPlaying
            ? t('Pause the voice note')
            : t('Play the voice note, {time}', { time: playingTime(length) })
        }
        onClick={() => {
          setIsLoaded(true)
          player.toggle()
        }}
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-full',
          sideOf(entry) === 'out' ? 'bg-card/60 dark:bg-background/30' : 'bg-muted',
        )}
      >
        {player.isWaiting ? (
          <Spinner />
        ) : player.isPlaying ? (
          <Pause className="size-4" aria-hidden="true" />
        ) : (
          <Play className="size-4" aria-hidden="true" />
        )}
      </button>
      <span className="relative min-w-0 flex-1">
        <Waveform file={file} fraction={fraction} />
        <input
          type="range"
          aria-label={t('Position')}
          aria-valuetext={playingTime(player.at)}
          min={0}
          max={Math.max(1, Math.round(length))}
          step={1}
          value={Math.round(player.at)}
          onChange={(event) => player.seek(Number(event.target.value))}
          onKeyDown={(event) => event.stopPropagation()}
          className="absolute inset-0 size-full cursor-pointer opacity-0 [&:focus-visible+i]:outline-2"
        />
        <i
          aria-hidden="true"
          className="pointer-events-none absolute -inset-1 rounded-[4px] outline-ring"
        />
      </span>
      {player.isPlaying || player.at > 0 ? (
        <button
          type="button"
          aria-label={t('Speed: {speed}', { speed: `${number(player.speed)}×` })}
          onClick={player.changeSpeed}
          className="tnum min-w-9 rounded-full bg-foreground/10 px-1.5 py-0.5 text-xs font-medium"
        >
          {number(player.speed)}×
        </button>
      ) : (
        <span className="tnum text-xs text-bubble-meta">{time}</span>
      )}
    </div>
  )
}

function Waveform({ file, fraction }: { file: MessageFile; fraction: number }) {
  return (
    <svg
      viewBox={`0 0 ${BARS * BAR_STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-[22px] w-full"
      aria-hidden="true"
    >
      {barsOf(file.waveform).map((height, bar) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity besides their place
          key={bar}
          x={bar * BAR_STEP}
          y={(HEIGHT - height) / 2}
          width={3}
          height={height}
          rx={1.5}
          className={bar < fraction * BARS ? 'fill-primary' : 'fill-input'}
        />
      ))}
    </svg>
  )
}
