import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '#shared/ui/select.tsx'
import type { SelectProps } from '#shared/ui/select-face.tsx'
import { countriesIn } from './countries.ts'

/** All countries, under their names in the chosen language. */
export function CountrySelect(props: Omit<SelectProps, 'options'>) {
  const { i18n } = useTranslation()
  const options = useMemo(
    () => countriesIn(i18n.language).map(({ code, name }) => ({ value: code, label: name })),
    [i18n.language],
  )
  return <Select {...props} options={options} />
}
