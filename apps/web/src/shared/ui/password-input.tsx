import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input, type InputProps } from './input.tsx'

/** A password field with a button to show its content. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'trailing'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          onClick={() => setShown(!shown)}
          disabled={props.disabled}
          aria-label={shown ? t('Hide password') : t('Show password')}
          className="-m-2 grid place-items-center rounded-md p-2 hover:text-foreground"
        >
          <Icon aria-hidden="true" />
        </button>
      }
    />
  )
}
