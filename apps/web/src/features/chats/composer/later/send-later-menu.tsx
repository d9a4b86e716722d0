import { CalendarClock, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { Menu, MenuItem, MenuNote } from '#shared/ui/menu.tsx'
import { usePersonTime } from './person-time.tsx'
import { SendTimeDialog } from './send-time-dialog.tsx'
import { type OfferedTime, offeredTimes } from './send-times.ts'

const NAMES: Readonly<Record<OfferedTime['name'], string>> = {
  this_evening: textKey('This evening'),
  tomorrow: textKey('Tomorrow morning'),
  monday: textKey('Monday morning'),
}

interface SendLaterMenuProps {
  /** Of the person; empty or masked where it is not known. */
  phoneNumber: string
  disabled: boolean
  onChoose: (at: Date) => void
}

/** The arrow of Send: when the message leaves. */
export function SendLaterMenu({ phoneNumber, disabled, onChoose }: SendLaterMenuProps) {
  const { t } = useTranslation()
  const { time, shortDay } = useFormat()
  const personTime = usePersonTime(phoneNumber)
  const [isChoosing, setChoosing] = useState(false)
  const now = new Date()
  const momentOf = (at: Date) => {
    const moment = at.toISOString()
    const isToday = at.toDateString() === now.toDateString()
    return isToday ? time(moment) : `${shortDay(moment)}, ${time(moment)}`
  }
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('Send later')}
            title={t('Send later')}
            disabled={disabled}
            className="grid h-8 w-7 place-items-center rounded-r-md border-l border-primary-foreground/30 bg-primary text-primary-foreground hover:bg-primary/92 disabled:opacity-50 pointer-coarse:h-10 pointer-coarse:w-9"
          >
            <ChevronDown className="size-3.5" aria-hidden="true" />
          </button>
        }
      >
        {offeredTimes(now).map(({ name, at }) => (
          <MenuItem
            key={name}
            onSelect={() => onChoose(at)}
            className="h-auto min-h-9 flex-wrap gap-x-6 gap-y-0 py-1.5 pointer-coarse:h-auto"
          >
            <span className="flex-1">{t(NAMES[name])}</span>
            <span className="tnum text-xs text-muted-foreground">{momentOf(at)}</span>
            <span className="tnum w-full text-xs text-muted-foreground empty:hidden">
              {personTime(at)}
            </span>
          </MenuItem>
        ))}
        <MenuItem icon={CalendarClock} onSelect={() => setChoosing(true)}>
          {t('Choose a time')}
        </MenuItem>
        <MenuNote>{t('If they write before then, it is held and you are asked.')}</MenuNote>
      </Menu>
      <SendTimeDialog
        open={isChoosing}
        start={null}
        phoneNumber={phoneNumber}
        onClose={() => setChoosing(false)}
        onChoose={(at) => {
          setChoosing(false)
          onChoose(at)
        }}
      />
    </>
  )
}
