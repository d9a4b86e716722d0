import { useFormat } from '#shared/i18n/format.ts'

/** "08:41", on another day "26 Nov, 08:41"; `exact` adds the seconds. Browser's zone. */
export function usePersonTime(): (moment: string, exact?: boolean) => string {
  const { time, clock, monthDay } = useFormat()
  return (moment, exact = false) => {
    const date = new Date(moment)
    const at = exact ? clock(date.getTime()) : time(moment)
    return date.toDateString() === new Date().toDateString() ? at : `${monthDay(moment)}, ${at}`
  }
}
