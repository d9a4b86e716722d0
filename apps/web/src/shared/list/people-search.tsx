import { useTranslation } from 'react-i18next'
import { useHidesNumbers } from '#shared/workspace/workspace-context.ts'
import { ListSearch } from './list-search.tsx'

interface PeopleSearchProps {
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Searches people: by their names only where their numbers are hidden. */
export function PeopleSearch(props: PeopleSearchProps) {
  const { t } = useTranslation()
  const hidesNumbers = useHidesNumbers()
  return (
    <ListSearch {...props} label={hidesNumbers ? t('Search names') : t('Search name or number')} />
  )
}
