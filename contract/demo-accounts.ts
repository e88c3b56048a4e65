/** Who can sign in to the demo, and what each may do there. Everybody knows them: the server prints them, the sign-in page offers them. */
export const demoPassword = 'demo-password'

export type DemoAccount = { readonly email: string; readonly name: string; readonly is: string }

export const demoPeople = {
  super: { email: 'super@hub.example', name: 'Sam Super', is: 'Super administrator: runs every business' },
  admin: { email: 'admin@harbourside.example', name: 'Alex Admin', is: 'Admin: everything in one business' },
  reception: {
    email: 'reception@harbourside.example',
    name: 'Robin Reception',
    is: 'Reception: adds, edits and invites members, decides requests, scans',
  },
  promotions: {
    email: 'promotions@harbourside.example',
    name: 'Pat Promotions',
    is: 'Promotions: points and cards, one venue only',
  },
  finance: {
    email: 'finance@harbourside.example',
    name: 'Fran Finance',
    is: 'Finance: both reports, export, refunds',
  },
  door: { email: 'door@harbourside.example', name: 'Drew Door', is: 'Door: looks members up and scans' },
  otherAdmin: { email: 'admin@valley-golf.example', name: 'Vic Valley', is: 'Admin of the other business' },
  disabled: { email: 'disabled@harbourside.example', name: 'Dana Disabled', is: 'disabled' },
} as const satisfies Record<string, DemoAccount>
