import { describe, expect, test } from 'vitest'
import { phoneRank } from '../numbers/headings.ts'
import { phoneLikeness } from '../numbers/phone-number.ts'
import { findColumns } from './find-columns.ts'

const likeness = (text: string) => phoneLikeness(text, 'MY')
const find = (grid: readonly (readonly string[])[]) => {
  const found = findColumns(
    grid.map((cells, index) => ({ row: index + 1, cells })),
    likeness,
  )
  return found && [found.phone, found.name, found.rows.length]
}

const PERSON = ['Aisyah', '0123456789']

describe('columns by their headings', () => {
  test.each([
    ['phone'],
    ['Phone Number'],
    ['PHONE NO.'],
    ['Téléphone Phone'],
    ['Mobile'],
    ['Tel'],
    ['Tel. No.'],
    ['H/P'],
    ['HP'],
    ['No HP'],
    ['No. H/P'],
    ['No Telefon'],
    ['nombor telefon'],
    ['No. Tel (HP)'],
    ['WhatsApp'],
    ['whatsapp_number'],
    ['Number'],
    ['Contact'],
    ['Contact No'],
    ['手机'],
  ])('%s holds the numbers', (heading) => {
    expect(find([['Nama', heading], PERSON])).toEqual([1, 0, 1])
  })

  test.each([
    ['Name'],
    ['NAMA'],
    ['Full Name'],
    ['Customer'],
    ['Customer name'],
    ['Nama Pelanggan'],
    ['WhatsApp name'],
    ['姓名'],
  ])('%s holds the names', (heading) => {
    expect(find([[heading, 'Phone'], PERSON])).toEqual([1, 0, 1])
  })

  test.each([
    [
      'a serial number is not the number',
      [
        ['No.', 'Name', 'Number'],
        ['1', ...PERSON],
      ],
      [2, 1, 1],
    ],
    [
      'mobile goes before office',
      [
        ['Phone', 'Mobile', 'Name'],
        ['0321612345', '0123456789', 'A'],
      ],
      [1, 2, 1],
    ],
    [
      'unless it is empty',
      [
        ['Phone', 'Mobile', 'Name'],
        ['0321612345', '', 'A'],
      ],
      [0, 2, 1],
    ],
    [
      'a full name goes before a company',
      [
        ['Company name', 'Nama', 'HP'],
        ['Acme', ...PERSON],
      ],
      [2, 1, 1],
    ],
    [
      'titles above the headings',
      [['Mobile customers 2026'], ['Name', 'Mobile'], PERSON],
      [1, 0, 1],
    ],
    ['numbers alone', [['Mobile'], ['0123456789'], ['0123456788']], [0, null, 2]],
    [
      'a heading above rubbish',
      [
        ['Name', 'Phone'],
        ['Ali', 'unknown'],
      ],
      [1, 0, 1],
    ],
    ['a heading above nothing', [['Name', 'Phone']], [1, 0, 0]],
  ] as const)('%s', (_what, grid, expected) => {
    expect(find(grid)).toEqual(expected)
  })
})

describe('columns by what they hold', () => {
  test.each([
    ['name and number', [PERSON, ['Ah Hp', '0123456788']], [1, 0, 2]],
    [
      'number and name',
      [
        ['0123456789', 'Wa Tel'],
        ['0123456788', 'Ali'],
      ],
      [0, 1, 2],
    ],
    ['numbers alone', [['0123456789'], ['0123456788']], [0, null, 2]],
    ['unknown headings', [['Siapa', 'Berapa'], PERSON], [1, 0, 1]],
    [
      'a serial number between',
      [
        ['Ali', '1', '0123456789'],
        ['Abu', '2', '0123456788'],
      ],
      [2, 0, 2],
    ],
    ['mostly numbers', [PERSON, ['Ali', 'none'], ['Abu', '0123456788']], [1, 0, 3]],
    ['hardly any numbers', [PERSON, ['Ali', 'none'], ['Abu', 'no'], ['X', 'y']], null],
    ['no numbers', [['Ali', 'Kuala Lumpur']], null],
  ] as const)('%s', (_what, grid, expected) => {
    expect(find(grid)).toEqual(expected)
  })
})

const ID_CARDS = ['900101145678', '850612105432', '781231016789']
const ORDERS = ['202611010001', '202611010002', '202611010003']
const PHONES = ['0123456781', '0123456782', '0123456783']
const NAMES = ['Ali', 'Mei Ling', 'Kumar']
const rows = (...columns: readonly (readonly string[])[]) =>
  (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? ''))

describe('numbers of other things', () => {
  test.each([
    ['order numbers first', ['OrderNo', 'CustomerName', 'PhoneNumber'], ORDERS],
    ['identity cards first', ['身份证', '姓名', '联系号码'], ID_CARDS],
    ['nothing known of the headings', ['Aaa', 'Bbb', 'Ccc'], ORDERS],
    ['nothing known of the headings, identity cards', ['Aaa', 'Bbb', 'Ccc'], ID_CARDS],
    ['no headings', null, ORDERS],
    ['no headings, identity cards', null, ID_CARDS],
  ] as const)('%s', (_what, headings, others) => {
    const grid = rows(others, NAMES, PHONES)
    expect(find(headings ? [headings, ...grid] : grid)).toEqual([2, 1, 3])
  })

  test.each([
    ['Order No', ORDERS],
    ['Account number', PHONES],
    ['No. KP', PHONES],
    ['订单号', PHONES],
    ['Berapa', ORDERS],
  ])('%s alone is no column of numbers', (heading, numbers) => {
    expect(find([['Nama', heading], ...rows(NAMES, numbers)])).toBeNull()
  })

  test('the own country goes before others', () => {
    const foreign = ['6591234567', '6591234568', '6591234569']
    expect(find(rows(foreign, NAMES, PHONES))).toEqual([2, 1, 3])
    expect(find(rows(foreign, NAMES))).toEqual([0, 1, 3])
  })
})

describe('usual headings of numbers', () => {
  test.each([
    ...['PhoneNumber', 'MobileNo', 'NoTelefon', 'HPNo', 'NoHP', 'phone_number', 'shippingPhone'],
    ...['WhatsAppNumber', 'WhatsApp No.', 'Whatsapp Number (with country code)', 'Mobile Phone'],
    ...[
      'Phone 1 - Value',
      'Home Phone 2',
      'Contact Number',
      'Contact No.',
      'Cell Phone',
      'Mob. No',
    ],
    ...[
      'Phone #',
      'Ph. No.',
      'Customer Phone',
      'Billing Phone',
      'Tel (M)',
      'Telephone No',
      'MSISDN',
    ],
    ...[
      'No. Telefon Bimbit',
      'Nombor Telefon',
      'No. Handphone',
      'No Tel Penjaga',
      'No. untuk dihubungi',
    ],
    ...['Nomor HP', 'No. WA', 'Nomor Telepon', 'No Ponsel', 'No. Telp', 'Nomor WhatsApp', 'Kontak'],
    ...['Teléfono', 'Celular', 'Móvil', 'Número de teléfono', 'Tel. móvil', 'Nº de celular'],
    ...['Telefone', 'Telemóvel', 'Número de telefone', 'Contato', 'Fone'],
    ...['Telefonnummer', 'Handynummer', 'Mobilnummer', 'Rufnummer', 'Handy', 'Telefon (privat)'],
    ...['Téléphone', 'Numéro de téléphone', 'Portable', 'Tél. mobile', 'N° de téléphone'],
    ...['Số điện thoại', 'SĐT', 'Điện thoại', 'Di động'],
    ...[
      '联系号码',
      '联系电话',
      '手机号码',
      '電話號碼',
      '電話番号',
      '携帯電話',
      '전화번호',
      '휴대폰 번호',
      '연락처',
    ],
    ...['เบอร์โทร', 'เบอร์โทรศัพท์', 'เบอร์มือถือ', 'โทรศัพท์', 'ເບີໂທ', 'លេខទូរស័ព្ទ', 'ဖုန်းနံပါတ်'],
    ...[
      'رقم الهاتف',
      'رقم الجوال',
      'الهاتف',
      'موبايل',
      'واتساب',
      'شماره تلفن',
      'موبائل نمبر',
      'טלפון נייד',
    ],
    ...['मोबाइल नंबर', 'फ़ोन नंबर', 'फोन', 'মোবাইল নম্বর', 'ফোন নম্বর', 'கைபேசி எண்', 'ఫోన్ నంబర్'],
    ...[
      'Телефон',
      'Номер телефона',
      'Мобильный телефон',
      'Τηλέφωνο',
      'Numer telefonu',
      'Cellulare',
    ],
    ...['Telefoonnummer', 'Mobiel', 'Puhelinnumero', 'Cep Telefonu', 'Telepono', 'Telefonszám'],
  ])('%s', (heading) => {
    const order = ['0111111111', '0111111112', '0111111113']
    expect(find([['Xyz', 'Name', heading], ...rows(order, NAMES, PHONES)])).toEqual([2, 1, 3])
  })

  test.each([
    'WhatsApp name',
    'Phone model',
    'Phone 1 - Type',
    'Country code',
    'Fax',
    'No.',
    'Order No',
  ])('%s is none', (heading) => expect(phoneRank(heading)).toBeNull())
})

describe('names', () => {
  test.each([
    ...[
      'Pesakit',
      'Pelajar',
      'Parent',
      'CustomerName',
      'Buyer',
      'Peserta',
      'Student Name',
      'Murid',
    ],
    ...[
      'Nama Ibu Bapa',
      'Your full name',
      'Name (as per IC)',
      'Recipient Name',
      'billing_name',
      'Staff',
    ],
    ...[
      'Tetamu',
      'Patient Name',
      'First Name',
      'Siapa',
      '客户姓名',
      '客户',
      '学生',
      'Họ và tên',
      'Khách hàng',
    ],
    ...[
      'Nombre completo',
      'Cliente',
      'Kunde',
      'Vorname',
      'Nom',
      'Teilnehmer',
      'ชื่อลูกค้า',
      'ชื่อ',
      'اسم العميل',
    ],
    ...[
      'الاسم',
      'नाम',
      'ग्राहक का नाम',
      'Имя',
      'ФИО',
      '이름',
      'お名前',
      '氏名',
      'Imię i nazwisko',
      'Naam',
    ],
  ])('%s', (heading) => {
    expect(find([[heading, 'Telefon'], ...rows(NAMES, PHONES)])).toEqual([1, 0, 3])
  })

  test.each([
    ['Nama Sekolah', 'Nama Murid'],
    ['Nama Produk', 'Nama'],
    ['Nama Kelas', 'Pelajar'],
    ['Store Name', 'Customer'],
    ['Item Name', 'Buyer Name'],
    ['Event Name', 'Attendee'],
    ['Branch Name', 'Customer Name'],
    ['Product Name', 'Recipient Name'],
    ['Company', 'Contact Person'],
    ['Last Name', 'First Name'],
    ['User name', 'Name'],
    ['Address', 'Siapa'],
    ['Nama Guru', 'Nama Murid'],
    ['公司名称', '联系人'],
  ])('not %s but %s', (other, heading) => {
    const others = ['Satu', 'Dua', 'Tiga']
    expect(find([[other, heading, 'No. Tel'], ...rows(others, NAMES, PHONES)])).toEqual([2, 1, 3])
    expect(find([[heading, other, 'No. Tel'], ...rows(NAMES, others, PHONES)])).toEqual([2, 0, 3])
  })

  test('of the person whose number it is', () => {
    const grid = rows(NAMES, ['A', 'B', 'C'], PHONES)
    expect(find([['Student Name', 'Parent Name', 'Parent Phone'], ...grid])?.[1]).toBe(1)
    expect(find([['Student Name', 'Parent Name', 'Student Phone'], ...grid])?.[1]).toBe(0)
  })

  test.each(['Address', 'Nama Produk', 'Email', 'Status'])('%s is none', (heading) => {
    expect(find([[heading, 'Phone'], ...rows(NAMES, PHONES)])).toEqual([1, null, 3])
  })
})

describe('further columns of numbers', () => {
  const found = (grid: readonly (readonly string[])[]) => {
    const columns = findColumns(
      grid.map((cells, at) => ({ row: at + 1, cells })),
      likeness,
    )
    return columns && [columns.phone, columns.otherPhones, columns.countryCode]
  }

  test.each([
    [
      ['Name', 'Phone', 'Mobile'],
      [2, [1], null],
    ],
    [
      ['Name', 'Phone 1 - Value', 'Phone 2 - Value'],
      [1, [2], null],
    ],
    [
      ['First Name', 'Home Phone', 'Mobile Phone'],
      [2, [1], null],
    ],
    [
      ['Nama', 'Telefon 1', 'Telefon 2'],
      [1, [2], null],
    ],
    [
      ['Name', 'Phone', 'Emergency Contact Phone'],
      [1, [], null],
    ],
    [
      ['Name', 'Parent Phone', 'Phone'],
      [2, [], null],
    ],
    [
      ['Name', 'Phone', 'Fax'],
      [1, [], null],
    ],
  ])('%j', (headings, expected) => {
    const grid = [
      ['Ali', '0321612345', '0123456781'],
      ['Abu', '0321612346', ''],
      ['X', '0321612347', ''],
    ]
    expect(found([headings, ...grid])).toEqual(expected)
  })

  test.each([
    'Country Code',
    'Kod Negara',
    'Kode Negara',
    'CountryCode',
    '国家代码',
    'Código de país',
    'ISD',
  ])('%s is that of country codes', (heading) => {
    const grid = rows(['62', '+60', 'SG'], NAMES, PHONES)
    expect(found([[heading, 'Name', 'Phone'], ...grid])).toEqual([2, [], 0])
  })

  test('a heading alone makes no country codes', () => {
    const grid = rows(['A1', 'B12345', 'none'], NAMES, PHONES)
    expect(found([['Country code', 'Name', 'Phone'], ...grid])).toEqual([2, [], null])
  })
})

describe('what stands above the headings', () => {
  const below = [['Nama', 'No. Tel'], ...rows(NAMES, PHONES)]
  test.each([
    ['a title', [['Senarai pelanggan 2026']]],
    ['a hotline', [['Hotline: 03-2161 2345']]],
    ['a hotline in the column of numbers', [['Hotline', '03-2161 2345']]],
    ['a bare number', [['0321612345']]],
    ['a bare number in the column of numbers', [['', '0321612345']]],
    ['a title, an address and two numbers', [['Klinik'], ['Tel: 03-2161 2345'], ['0321612346']]],
  ])('%s becomes nobody', (_what, above) => {
    expect(find([...above, ...below])).toEqual([1, 0, 3])
  })

  test.each([
    ['a title', [['Mobile customers 2026']]],
    ['a title and a hotline', [['Mobile customers 2026'], ['Tel: 03-2161 2345']]],
    ['a remark', [['Please check the phone number of each customer']]],
  ])('%s that speaks of phones is no heading', (_what, above) => {
    const swapped = [['No. Tel', 'Nama'], ...rows(PHONES, NAMES)]
    expect(find([...above, ...swapped])).toEqual([0, 1, 3])
    expect(find([...above, ['Mobile'], ...rows(PHONES)])).toEqual([0, null, 3])
  })

  test('people above other headings stay', () => {
    const above = rows(['Tan', 'Lim', 'Ho'], ['0123456701', '0123456702', '0123456703'])
    expect(find([...above, ...below])?.[2]).toBe(7)
  })
})
