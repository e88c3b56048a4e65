export type DemoMember = {
  number: string
  name: string
  email: string | null
  status: 'Active' | 'Lapsed'
  financialDate: string | null
  level: string
  balance: number
}

/** Members that never were. */
export const demoMembers: DemoMember[] = [
  member('10021', 'Ada Okafor', 'Active', '2027-06-30', 'Gold', 1284.5),
  member('10022', 'Bartholomew Featherstonehaugh-Cavendish', 'Active', '2027-06-30', 'Platinum', 20_410),
  member('10023', 'Chloe Nguyen', 'Lapsed', '2025-06-30', 'Bronze', 0),
  { ...member('10024', 'Dimitri Papadopoulos', 'Active', '2027-01-31', 'Silver', 12.05), email: null },
  member('10025', 'Elena Rossi', 'Active', '2026-12-31', 'Gold', 96.4),
  { ...member('10026', 'Farid Haddad', 'Lapsed', '2024-06-30', 'Bronze', -4.2), financialDate: null },
  member('10027', 'Grace Whitmore', 'Active', '2027-03-31', 'Silver', 310),
  member('10028', 'Hana Kobayashi', 'Active', '2027-06-30', 'Gold', 57.75),
]

function member(
  number: string,
  name: string,
  status: DemoMember['status'],
  financialDate: string,
  level: string,
  balance: number,
): DemoMember {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@club.example`
  return { number, name, email, status, financialDate, level, balance }
}
