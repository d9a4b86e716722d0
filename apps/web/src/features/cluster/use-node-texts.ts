import type { ClusterEvent, ClusterNode } from '@kirim/contract/cluster'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'

/** The sentences about nodes. */
export function useNodeTexts() {
  const { t } = useTranslation()
  const { number, list, clock, dateTime } = useFormat()

  const numbers = (n: number) => t('{n} numbers', { count: n, n: number(n) })

  /** The time if it is today, otherwise the date and time. */
  function at(moment: string): string {
    const isToday = new Date(moment).toDateString() === new Date().toDateString()
    return isToday ? clock(Date.parse(moment)) : dateTime(moment)
  }

  /** The address, and since when it runs or is silent. */
  function about({ address, state, isThis, startedAt, seenAt }: ClusterNode): string {
    if (state !== 'serving' && state !== 'draining') {
      return t('{address}, last seen {time}', { address, time: at(seenAt) })
    }
    const time = durationText((Date.now() - Date.parse(startedAt)) / 1000, t)
    return isThis
      ? t('{address}, this node, up {time}', { address, time })
      : t('{address}, up {time}', { address, time })
  }

  /** What happens to its devices; null if nothing does. */
  function ofDevices(node: ClusterNode): string | null {
    if (node.state === 'draining') return toGo(node)
    if (node.takeOver) return takenOver(node.takeOver)
    return node.figures && node.devices > 0 ? working(node.figures) : null
  }

  function toGo({ devices, drainedInSeconds }: ClusterNode): string {
    if (devices === 0) return t('none left')
    const n = number(devices)
    if (drainedInSeconds === null) return t('{n} left', { n })
    return t('{n} left, about {time}', { n, time: durationText(drainedInSeconds, t) })
  }

  function takenOver({ devices, done }: NonNullable<ClusterNode['takeOver']>): string {
    const n = number(devices)
    if (!done) return t('{n} being taken over', { n })
    const time = durationText(done.seconds, t)
    if (done.by.length === 0) return t('{n} taken over in {time}', { n, time })
    return t('{n} taken over in {time} by {nodes}', { n, time, nodes: list(done.by) })
  }

  function working({ connected, sending }: NonNullable<ClusterNode['figures']>): string {
    const n = number(connected)
    if (sending === 0) return t('{n} connected', { n })
    return t('{n} connected, {sending} sending', { n, sending: number(sending) })
  }

  function ofEvent({ code, node, devices, seconds, by, askedBy }: ClusterEvent): string {
    const words = { node, name: askedBy ?? '' }
    if (code === 'node_joined') return t('{node} joined.', words)
    if (code === 'node_stopped') return t('{node} was stopped and handed over its numbers.', words)
    if (code === 'node_silent') return t('{node} stopped answering.', words)
    if (code === 'draining') return t('{node} is draining, requested by {name}.', words)
    if (code === 'serving') return t('{node} takes numbers again, requested by {name}.', words)
    const took = {
      node,
      numbers: numbers(devices ?? 0),
      nodes: list(by),
      time: durationText(seconds ?? 0, t),
    }
    return t(
      '{nodes} took over {numbers} of {node}, {time} after it stopped answering. Nothing was lost or sent twice.',
      took,
    )
  }

  return { numbers, at, about, ofDevices, ofEvent }
}
