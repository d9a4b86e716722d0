import type { ReactElement } from 'react'
import { Trans } from 'react-i18next'

export const strong = { b: <b className="font-medium" /> }

/** How to scan a code, as the phone names its menus. */
export function LinkSteps() {
  const steps = [
    <Trans key="open" i18nKey="Open WhatsApp on the phone." />,
    <Trans
      key="menu"
      i18nKey="Go to <b>Linked devices</b>, then <b>Link a device</b>."
      components={strong}
    />,
    <Trans key="scan" i18nKey="Point the camera at this code." />,
  ]
  return <Steps steps={steps} />
}

/** A numbered list. */
export function Steps({ steps }: { steps: readonly ReactElement[] }) {
  return (
    <ol className="mb-6 flex flex-col gap-3">
      {steps.map((step, index) => (
        <li key={step.key} className="flex gap-3">
          <span
            aria-hidden="true"
            className="tnum grid size-[22px] shrink-0 place-items-center rounded-full border text-xs font-medium"
          >
            {index + 1}
          </span>
          <span className="pt-px">{step}</span>
        </li>
      ))}
    </ol>
  )
}
