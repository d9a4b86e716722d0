// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import '#shared/i18n/i18n.ts'
import { type DeviceStatus, DeviceStatusBadge } from './status-badge.tsx'

afterEach(cleanup)

it.each<[DeviceStatus, string, string]>([
  ['connected', 'Connected', '[4.device.label-connected]'],
  ['disconnected', 'Disconnected', '[4.device.label-disconnected]'],
  ['waiting_qr', 'Waiting for QR Scan', '[4.device.label-waiting]'],
  ['Connecting...', 'Connecting...', '[4.device.label-connecting]'],
  ['connecting', 'Connecting...', 'of a device on its way back by itself'],
  ['User not loaded', 'User Not Ready', '[4.device.label-user]'],
  ['limit_reached', 'Limit reached', '[4.device.limit]'],
])('%s reads "%s" %s', (status, label) => {
  render(<DeviceStatusBadge status={status} />)
  expect(screen.getByText(label)).toBeDefined()
})
