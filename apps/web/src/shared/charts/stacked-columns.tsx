import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#shared/i18n/locale.ts'
import { ColumnTip } from './column-tip.tsx'
import { labelEvery, ticksUpTo } from './scale.ts'
import { type ChartSpan, SERIES, totalOf } from './series.ts'
import { useCountsText } from './use-counts-text.ts'
import { useWidth } from './use-width.ts'

const HEIGHT = 196
const TOP = 8
const GROUND = HEIGHT - 24
const AXIS_WIDTH = 36
const LABEL_WIDTH = 64
const COLUMN_MAX = 22
/** Few columns stand together at the start. */
const STEP_MAX = 72

interface ColumnsProps {
  label: string
  spans: readonly ChartSpan[]
  text: { short: (start: string) => string; whole: (start: string) => string }
}

/**
 * Messages by how they stand, a column for each span. Left and right go from column to column and
 * tell its numbers, as the pointer does.
 */
export function StackedColumns({ label, spans, text }: ColumnsProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const [current, setCurrent] = useState<number | null>(null)
  const countsText = useCountsText()
  const step =
    spans.length > 0 ? Math.min(STEP_MAX, Math.max(0, width - AXIS_WIDTH) / spans.length) : 0
  const last = spans.length - 1
  const place = current === null ? last : Math.min(current, last)
  const shown = current === null ? undefined : spans[place]

  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - AXIS_WIDTH
    setCurrent(x < 0 || step === 0 || x > step * spans.length ? null : Math.floor(x / step))
  }
  const press = (event: KeyboardEvent) => {
    const to = nextPlace(event.key, place, last)
    if (event.key === 'Escape') setCurrent(null)
    if (to === null) return
    event.preventDefault()
    setCurrent(to)
  }
  const focused = spans[place]
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={spans.length}
      aria-valuenow={place + 1}
      aria-valuetext={focused && `${text.whole(focused.start)}: ${countsText(focused)}`}
      onPointerMove={point}
      onPointerLeave={() => setCurrent(null)}
      onFocus={() => setCurrent((before) => before ?? last)}
      onBlur={() => setCurrent(null)}
      onKeyDown={press}
      className="relative rounded-md"
      style={{ height: HEIGHT }}
    >
      {width > 0 && (
        <Drawing
          spans={spans}
          width={width}
          step={step}
          current={shown ? place : null}
          text={text}
        />
      )}
      {shown && (
        <ColumnTip
          title={text.whole(shown.start)}
          counts={shown}
          left={AXIS_WIDTH + (place + 0.5) * step}
          within={width}
        />
      )}
    </div>
  )
}

function nextPlace(key: string, place: number, last: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, place + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, place - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

interface DrawingProps extends Pick<ColumnsProps, 'spans' | 'text'> {
  width: number
  step: number
  current: number | null
}

function Drawing({ spans, text, width, step, current }: DrawingProps) {
  const { i18n } = useTranslation()
  const id = useId()
  const ticks = ticksUpTo(Math.max(...spans.map((span) => totalOf(span) + (span.expected ?? 0))))
  const top = ticks.at(-1) ?? 1
  const heightOf = (count: number) => (count / top) * (GROUND - TOP)
  const compact = new Intl.NumberFormat(localeOf(i18n.language, navigator.languages), {
    notation: 'compact',
  })
  const every = labelEvery(spans.length, step * spans.length, LABEL_WIDTH)
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={HEIGHT}
      className="tnum block fill-muted-foreground text-xs"
    >
      <Patterns id={id} />
      {ticks.map((tick) => {
        const y = GROUND - heightOf(tick)
        return (
          <g key={tick}>
            <line
              x1={AXIS_WIDTH}
              x2={width}
              y1={y}
              y2={y}
              stroke={tick === 0 ? 'var(--input)' : 'var(--border)'}
              strokeDasharray={tick === 0 ? undefined : '3 3'}
            />
            <text x={AXIS_WIDTH - 8} y={y + 4} textAnchor="end">
              {compact.format(tick)}
            </text>
          </g>
        )
      })}
      {current !== null && (
        <rect
          x={AXIS_WIDTH + current * step}
          y={TOP}
          width={step}
          height={GROUND - TOP}
          rx={3}
          fill="var(--accent)"
        />
      )}
      {spans.map((span, index) => (
        <g key={span.start}>
          <Column
            span={span}
            x={AXIS_WIDTH + (index + 0.5) * step}
            width={Math.max(1, Math.min(COLUMN_MAX, step * 0.62))}
            heightOf={heightOf}
            patterns={id}
          />
          {(spans.length - 1 - index) % every === 0 && (
            <text {...labelPlace(index, step, width)} y={HEIGHT - 6}>
              {text.short(span.start)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** Below the middle of its column, unless it would be cut at the drawing's end. */
function labelPlace(index: number, step: number, width: number) {
  const x = AXIS_WIDTH + (index + 0.5) * step
  return x + LABEL_WIDTH / 2 > width
    ? ({ x: width, textAnchor: 'end' } as const)
    : ({ x, textAnchor: 'middle' } as const)
}

interface ColumnProps {
  span: ChartSpan
  /** Its middle. */
  x: number
  width: number
  heightOf: (count: number) => number
  /** The name of the drawing's patterns. */
  patterns: string
}

/** A pixel parts the states; none that has a message is too low to be seen. */
function Column({ span, x, width, heightOf, patterns }: ColumnProps) {
  let floor = GROUND
  const parts = SERIES.map(({ state, fill, pattern }) => {
    const count = span[state]
    if (count === 0) return null
    const height = Math.max(2, heightOf(count))
    floor -= height
    const place = { x: x - width / 2, y: floor, width, height: Math.max(1, height - 1) }
    return (
      <g key={state}>
        <rect {...place} fill={fill} />
        {pattern && <rect {...place} fill={`url(#${patterns}${pattern})`} />}
      </g>
    )
  })
  return (
    <>
      {parts}
      {span.expected && (
        <Outline x={x} width={width} floor={floor} height={Math.max(2, heightOf(span.expected))} />
      )}
    </>
  )
}

interface OutlineProps extends Pick<ColumnProps, 'x' | 'width'> {
  /** Its lower end. */
  floor: number
  height: number
}

/** What is expected is drawn, not filled. */
function Outline({ x, width, floor, height }: OutlineProps) {
  return (
    <rect
      x={x - width / 2 + 0.5}
      y={floor - height + 0.5}
      width={Math.max(0, width - 1)}
      height={Math.max(1, height - 1)}
      fill="none"
      stroke="var(--muted-foreground)"
      strokeDasharray="2 2"
    />
  )
}

/** Every third pixel has the card's colour, as `fill-lines` and `fill-hatch` have it. */
function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}lines`} width="3" height="3" patternUnits="userSpaceOnUse">
        <rect width="3" height="1" fill="var(--card)" />
      </pattern>
      <pattern
        id={`${id}hatch`}
        width="3"
        height="3"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="1" height="3" fill="var(--card)" />
      </pattern>
    </defs>
  )
}
