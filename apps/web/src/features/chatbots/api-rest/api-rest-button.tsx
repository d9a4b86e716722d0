import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { Button } from '#shared/ui/button.tsx'
import type { ItemFormValues } from '../item-form-values.ts'
import { ConfigureApiForm } from './api-rest-form.tsx'

/**
 * Opens the configuration of API Rest Data, which is a part of the item's form and saved with it.
 */
export function ConfigureApiButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { field } = useController<ItemFormValues, 'apiRest'>({ name: 'apiRest' })
  const deviceId = useWatch<ItemFormValues, 'deviceId'>({ name: 'deviceId' })
  const status = useWatch<ItemFormValues, 'apiRestDataStatus'>({ name: 'apiRestDataStatus' })
  const keep = (config: ApiRestConfig) => {
    field.onChange(config)
    setOpen(false)
  }
  return (
    <>
      <Button disabled={status !== 'enabled'} onClick={() => setOpen(true)}>
        {t('Configure API')}
      </Button>
      <FormDialog
        size="large"
        open={open}
        onClose={() => setOpen(false)}
        title={t('Configure API')}
        description={t('Called before each reply. The response fills [api.name] in the texts.')}
        action={t('Use this configuration')}
      >
        {(form) => (
          <ConfigureApiForm deviceId={deviceId} config={field.value} onKeep={keep} form={form} />
        )}
      </FormDialog>
    </>
  )
}
