import { form, picture } from './support/api.ts'
import { spreadsheet } from './support/spreadsheet.ts'
import { expect, newClient, shows, test } from './support/test.ts'

const TEXT = expect.any(String)

test('contact calls', async ({ server }) => {
  const me = await newClient(server.url)
  const group = await me.ok('POST', '/contact-groups', { groupName: 'Pelanggan' })
  await shows('7.contacts.create-group 3.group', async () =>
    expect(group).toMatchObject({ _id: TEXT, groupName: 'Pelanggan', contactCount: 0 }),
  )
  const contact = await me.ok('POST', '/contacts', {
    name: 'Aisyah',
    phoneNumber: '60123456701',
    groupId: group._id,
  })
  await shows('7.contacts.add 3.contact', async () =>
    expect(contact).toMatchObject({ _id: TEXT, name: 'Aisyah', phoneNumber: '60123456701' }),
  )
  await me.ok('POST', '/contacts', { name: 'Bala', phoneNumber: '60123456702' })
  await shows('7.contacts.list', async () =>
    expect(await me.ok('GET', '/contacts')).toMatchObject([{ name: 'Bala' }, { name: 'Aisyah' }]),
  )
  await shows('7.contacts.groups 3.group 3.group.aliases', async () =>
    expect(await me.ok('GET', '/contact-groups')).toMatchObject([
      { groupName: 'Pelanggan', name: 'Pelanggan', contactCount: 1, count: 1 },
    ]),
  )
  const ofGroup = () => me.ok('GET', `/contact-groups/${group._id}/contacts`)
  await shows('7.contacts.of-group', async () =>
    expect(await ofGroup()).toMatchObject([{ _id: contact._id }]),
  )
  await shows('7.contacts.remove', async () => {
    await me.ok('DELETE', `/contact-groups/${group._id}/contacts/${contact._id}`)
    expect(await ofGroup()).toEqual([])
    expect(await me.ok('GET', '/contacts')).toHaveLength(2)
  })
  await shows('7.contacts.delete', async () => {
    await me.ok('DELETE', `/contacts/${contact._id}`)
    expect(await me.ok('GET', '/contacts')).toMatchObject([{ name: 'Bala' }])
  })
  await shows('7.contacts.upload', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['Chong', '60123456703'],
      ['Nobody', 'x'],
    ]
    const file = new File([new Uint8Array(spreadsheet(rows))], 'people.xlsx')
    const answer = await me.ok('POST', '/contacts/upload', form({ groupId: group._id, file }))
    expect(answer).toMatchObject({ message: TEXT, errors: [{ row: 3, reason: TEXT }] })
    expect(await ofGroup()).toMatchObject([{ name: 'Chong' }])
  })
  await shows('7.contacts.delete-group', async () => {
    await me.ok('DELETE', `/contact-groups/${group._id}`)
    expect(await me.ok('GET', '/contact-groups')).toEqual([])
  })
})

test('media calls', async ({ server }) => {
  const me = await newClient(server.url)
  const record = await me.upload(picture('kopi.png'))
  await shows('7.media.upload 3.media 3.media.library', async () =>
    expect(record).toMatchObject({
      _id: TEXT,
      originalName: 'kopi.png',
      fileName: TEXT,
      filePath: TEXT,
      fileType: 'image/png',
      fileSize: picture().size,
    }),
  )
  await shows('7.media.list', async () => expect(await me.ok('GET', '/media')).toEqual([record]))
  await shows('2.library.previews', async () => {
    const served = await fetch(`${server.url}/uploads/${record.fileName}`)
    expect(served.headers.get('content-type')).toBe('image/png')
  })
  await shows('7.media.delete', async () => {
    await me.ok('DELETE', `/media/${record._id}`)
    expect(await me.ok('GET', '/media')).toEqual([])
  })
  await shows('5.media.type 9.media.types 5.media.file', async () => {
    const text = new File(['plain'], 'a.png', { type: 'image/png' })
    expect((await me.call('POST', '/media', form({ mediaFile: text }))).body.message).toBe(
      'Only image or video files are allowed.',
    )
    expect((await me.call('POST', '/media', form({ other: 'x' }))).body.message).toBe(
      'Please select a file to upload.',
    )
  })
})
