/**
 * Column headings in many languages, separated by commas; case, diacritics and punctuation are
 * ignored. Words in scripts without spaces match anywhere, others as whole words.
 */
function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(',')).map((word) => word.trim())
}

/** Best first. */
export const PHONE_WORDS = [
  words(
    'whatsapp, whats app, whatsap, wa, wsp, wasap, watsap, wapp, ватсап, вотсап, 왓츠앱, วอทส์แอป',
    'واتساب, واتس, व्हाट्सएप, व्हाट्सऐप, হোয়াটসঅ্যাপ',
  ),
  words(
    'mobile, mobiles, mobileno, handphone, hand phone, hp, hpno, hphone, cell, cellphone, cel, mob',
    'bimbit, msisdn, ponsel, seluler, selular, gsm, celular, celulares, movil, moviles, telemovel',
    'telemoveis, cellulare, cellulari, portable, handy, handynr, handynummer, mobil, mobilnummer',
    'mobilnr, mobiltelefon, mobiel, mobilfunk, mobitel, matkapuhelin, komorka, komorkowy, komorkowe',
    'cep tel, cep telefonu, cep no, di dong, cp number, cp no, мобильный, мобільний, сотовый, κινητο',
    '手机, 手機, 移动电话, 行動電話, 携帯, ケータイ, 휴대폰, 핸드폰, 휴대전화, มือถือ, ມືຖື, נייד, جوال',
    'موبايل, موبائل, موبایل, محمول, همراه, मोबाइल, মোবাইল, மொபைல், கைபேசி, మొబైల్, ಮೊಬೈಲ್, മൊബൈൽ, મોબાઇલ',
  ),
  words(
    'phone, phones, phoneno, phonenumber, telephone, telephones, telefon, telepon, telpon, tel, telno',
    'telp, tlp, fon, fono, fone, notel, nohp, notelefon, notelp, telefono, telefonos, telefone',
    'telefones, telefoni, telefoon, telefoonnummer, telefonnummer, telefonnr, telnr, telefonszam',
    'rufnummer, tlf, tlfn, tfno, ph, phn, puhelin, puhelinnumero, sdt, dien thoai, simu, telepono',
    'телефон, телефоны, тел, τηλεφωνο, τηλ, 电话, 電話, 联系方式, 聯絡方式, 联络方式, 전화, 연락처',
    'โทรศัพท์, เบอร์, โทร, ໂທລະສັບ, ເບີໂທ, ទូរស័ព្ទ, ទូរសព្ទ, ဖုန်း, טלפון, هاتف, تلفون, تليفون, تلفن, فون',
    'फोन, फ़ोन, दूरभाष, ফোন, தொலைபேசி, போன், ఫోన్, ಫೋನ್, ഫോൺ, ફોન, ਫੋਨ, දුරකථන, ტელეფონი',
  ),
] as const

/** The last resort, and only as the whole heading. */
export const PHONE_HEADINGS = words(
  'number, numbers, nombor, nomor, numero, numeros, nummer, contact, contacts, contacto, contactos',
  'contato, contatos, contact no, contact number, contact numbers, contact num, contact nr, kontak',
  'no hubungi, nombor hubungi, nombor untuk dihubungi, no untuk dihubungi, no kontak, nomor kontak',
  'kontakt, kontaktnummer, numero de contacto, numero contacto, numero de contato, contactnummer',
  'recapito, recapito telefonico, lien he, so lien he, caller id, recipient number, recipient no',
  'номер, контакт, контакты, رقم, الرقم, رقم الاتصال, رقم التواصل, नंबर, नम्बर, संपर्क, संपर्क नंबर, নম্বর',
  '号码, 號碼, 联系号码, 聯絡號碼, 联络号码, 聯繫號碼, 联系人号码, 番号, 連絡先, 번호, หมายเลข, หมายเลขติดต่อ, ติดต่อ',
)

/** Words that make a heading about a phone rather than its number. */
export const ABOUT_PHONES = words(
  'name, nama, nombre, nome, nom, type, label, model, brand, make, jenis, jenama, tipo, typ, fax, faks',
  'telefax, verified, valid, status, country, code, kod, kode, codigo, os, date, tarikh, extension, ext',
  'plan, carrier, operator, owner, provider, consent, opt in, time, price, harga, imei, 传真, 型号, 类型',
)

/** Numbers that are not phone numbers. */
export const OTHER_NUMBERS = words(
  'order, orders, invoice, inv, receipt, resit, bill, bil, account, acct, akaun, rekening, bank, ic',
  'nric, mykad, kp, kad pengenalan, identity, identiti, identification, passport, pasport, id, uid, ktp',
  'nik, cpf, cnpj, dni, nif, rfc, curp, ssn, aadhaar, cccd, cmnd, tax, gst, sst, vat, npwp, ref',
  'reference, rujukan, sku, barcode, imei, serial, siri, tracking, awb, policy, polisi, plate, plat',
  'postcode, poskod, zip, postal, kode pos, plz, amount, jumlah, total, price, harga, date, tarikh',
  'tanggal, fecha, datum, time, masa, birth, lahir, dob, birthday, qty, quantity, kuantiti, age, umur',
  'latitude, longitude, balance, baki, fax, faks, transaction, pedido, pedidos, bestellung, card, kad',
  'bestellnummer, kundennummer, rechnung, rechnungsnummer, commande, facture, don hang, ma don',
  'staff no, employee no, student no, matric, matrik, member no, no ahli, no pekerja, pesanan, resi',
  'заказ, паспорт, инн, дата, 身份证, 身分證, 证件, 护照, 订单, 訂單, 单号, 編號, 编号, 账号, 帳號, 邮编, 金额, 日期',
  '生日, 序号, 学号, 传真, 주문, 주민, 날짜, 注文, 日付, บัตรประชาชน, เลขบัตร, คำสั่งซื้อ, รหัส, วันที่, ลำดับ',
  'هوية, طلب, حساب, تاريخ, आधार, आदेश, दिनांक',
)

/** Other people mentioned in a row, who are not messaged in place of its person. */
export const SOMEBODY_ELSE = words(
  'emergency, kecemasan, guardian, penjaga, parent, parents, ibu, bapa, father, mother, ayah, mak, nok',
  'spouse, pasangan, suami, isteri, waris, next of kin, referrer, referral, agent, ejen, salesperson',
  'supervisor, manager, doctor, doktor, teacher, guru, driver, pemandu, company, syarikat, office',
  'pejabat, fax, faks, reference, witness, saksi, sender, pengirim, assistant, assistants, isdn, pager',
  'telex, radio, callback, tty, 紧急, 緊急, 家长, 家長, 公司, 办公, 父, 母, ผู้ปกครอง, ฉุกเฉิน, طوارئ',
)

export const NAME_WORDS = words(
  'name, names, nama, fullname, nombre, nombres, nome, nom, noms, prenom, naam, namn, navn, nimi, imie',
  'nazwisko, jmeno, nev, adi, isim, vorname, nachname, ten, ho ten, firstname, lastname, surname',
  'nickname, pangalan, jina, apellido, apellidos, sobrenome, cognome, имя, фио, фамилия, ονομα',
  'ονοματεπωνυμο, 姓名, 名字, 名称, 名稱, 氏名, 名前, 이름, 성명, 성함, ชื่อ, اسم, نام, नाम, নাম, பெயர், పేరు, ಹೆಸರು',
  'പേര്, નામ, ਨਾਂ, ឈ្មោះ, အမည်, ຊື່, שם',
)

/** The person a row is about. */
export const PERSON_WORDS = words(
  'customer, customers, client, clients, pelanggan, member, members, ahli, contact person, recipient',
  'recipients, penerima, buyer, buyers, pembeli, student, students, pelajar, murid, siswa, mahasiswa',
  'patient, patients, pesakit, pasien, parent, parents, ibu bapa, ibubapa, penjaga, guardian, waris',
  'participant, participants, peserta, guest, guests, tetamu, tamu, attendee, attendees, staff',
  'employee, employees, pekerja, kakitangan, karyawan, person, people, orang, lead, leads, prospect',
  'prospects, subscriber, subscribers, tenant, tenants, penyewa, resident, residents, penduduk, owner',
  'pemilik, driver, pemandu, donor, penderma, volunteer, sukarelawan, applicant, applicants, pemohon',
  'candidate, calon, agent, ejen, agen, reseller, alumni, jemaah, teacher, guru, cikgu, friend, user',
  'cliente, clientes, comprador, alumno, alumna, estudiante, paciente, persona, socio, invitado',
  'destinatario, aluno, pessoa, membro, convidado, kunde, kunden, kundin, teilnehmer, mitglied, gast',
  'schuler, empfanger, ansprechpartner, acheteur, eleve, adherent, destinataire, klant, kund, asiakas',
  'klient, zakaznik, musteri, ogrenci, khach hang, hoc sinh, hoc vien, benh nhan, nguoi nhan',
  'клиент, покупатель, получатель, ученик, пациент, 客户, 客戶, 顾客, 顧客, 学生, 學生, 学员, 病人, 患者, 家长, 家長',
  '会员, 會員, 买家, 買家, 收件人, 收货人, 联系人, 聯絡人, 联络人, 员工, 員工, お客様, 고객, 학생, 회원, 받는분, ลูกค้า, ผู้รับ',
  'นักเรียน, สมาชิก, ผู้ป่วย, ผู้ซื้อ, العميل, الطالب, المريض, الزبون, المشترك, ग्राहक, छात्र, मरीज, सदस्य, গ্রাহক, អតិថិជន',
)

export const GIVEN_NAME_WORDS = words(
  'first, given, firstname, vorname, prenom, imie, forename, nickname, panggilan, preferred, display',
)
export const FAMILY_NAME_WORDS = words(
  'last, family, surname, lastname, middle, maiden, nachname, apellido, apellidos, sobrenome, cognome',
  'nazwisko, keluarga, suffix, prefix, title, phonetic, yomi, additional, фамилия, นามสกุล',
)

/** A company, school or shop, whose name is used when the sheet names no person. */
export const HOUSE_WORDS = words(
  'company, syarikat, business, perniagaan, organization, organisation, organisasi, firm, firma, empresa',
  'entreprise, unternehmen, azienda, bedrijf, shop, kedai, store, toko, branch, cawangan, cabang, outlet',
  'school, sekolah, schule, escuela, escola, ecole, restaurant, restoran, hotel, clinic, klinik, hospital',
  'merchant, vendor, supplier, pembekal, dealer, agency, agensi, institution, institusi, universiti',
  'university, kolej, college, masjid, surau, tienda, loja, cong ty, cua hang, компания, организация',
  '公司, 学校, 學校, 商家, 机构, 会社, 회사, บริษัท, ร้าน, โรงเรียน, شركة, مدرسة, कंपनी, स्कूल',
)

/** Things, whose names are never a person's. */
export const THING_WORDS = words(
  'product, products, produk, item, items, barang, class, kelas, event, acara, program, programme, course',
  'kursus, subject, subjek, file, fail, user name, username, login, campaign, kempen, group, groups',
  'kumpulan, project, projek, service, servis, perkhidmatan, package, pakej, plan, team, pasukan, brand',
  'jenama, model, variant, sku, bank, device, domain, host, category, kategori, department, jabatan',
  'section, unit, room, bilik, table, pet, vehicle, kereta, producto, articulo, produto, artikel, produkt',
  'produit, klasse, curso, evento, san pham, lop, tag, tags, label, labels, role, account, akaun, ad, adset',
  'platform, page, channel, source, sumber, address, alamat, street, jalan, road, city, bandar, town, taman',
  'area, kawasan, state, negeri, country, negara, province, district, daerah, email, e mail, emel, mail, url',
  'link, website, web, facebook, instagram, note, notes, nota, remark, remarks, catatan, comment, comments',
  'komen, status, gender, jantina, sex, language, bahasa, race, bangsa, religion, agama, job, jawatan',
  'position, pekerjaan, occupation, payment, bayaran, method, kaedah, message, mesej, text, question',
  'answer, jawapan, soalan, direccion, ciudad, pais, correo, endereco, cidade, adresse, stadt, strasse, ort',
  'land, bemerkung, ville, pays, remarque, dia chi, ghi chu, товар, адрес, город, 产品, 商品, 班级, 活动, 课程',
  '项目, 地址, 城市, 部门, 备注, 備註, 邮箱, 性别, 状态, 用户名, 住所, 備考, 제품, 주소, สินค้า, กิจกรรม, ห้อง, ที่อยู่, อีเมล',
  'หมายเหตุ, منتج, عنوان, ملاحظات, البريد, उत्पाद, पता, टिप्पणी, ईमेल',
)

/** Words without meaning for the classification. */
export const FILLERS = words(
  'the, a, of, my, your, anda, full, penuh, lengkap, complete, completo, completa, no, s, and, dan, 1',
)

export const COUNTRY_CODE_HEADINGS = words(
  'country code, countrycode, country calling code, calling code, dial code, dialing code, dialling code',
  'phone country code, mobile country code, phone code, country prefix, phone prefix, isd, ccode',
  'isd code, international code, intl code, country phone code, cc, kod negara, kode negara, ddi',
  'kod telefon negara, kode telepon negara, codigo de pais, codigo pais, codigo do pais, indicatif',
  'indicatif pays, code pays, landesvorwahl, landervorwahl, landcode, landskod, prefisso, ma quoc gia',
  'ulke kodu, код страны, 国家代码, 國家代碼, 国家区号, 國家區號, 区号, 區號, 国际区号, 国番号, 국가번호, รหัสประเทศ',
  'رمز الدولة, كود الدولة, مفتاح الدولة, देश कोड, លេខកូដប្រទេស',
)
