import { z } from 'zod'
import { anyone, endpoint, signedIn } from '#contract/endpoint.ts'
import { firstPaths } from '#contract/first-paths.ts'
import { DateLocale, SignsInWith } from './manners.ts'

/** The signed-in user as the API sees them now: role, venues and permissions come from its tables, not from the token. */
export const Me = z.object({
  Uid: z.string(),
  Email: z.string(),
  DisplayName: z.string(),
  Role: z.string().nullable(),
  BusinessId: z.string().nullable(),
  IsSuperAdmin: z.boolean(),
  Permissions: z.array(z.string()),
  AuthorisedVenues: z.array(z.string()),
  SignsInWith,
  /** In whose way the console writes dates. */
  DateLocale,
  /** Whether they have a second factor, and should; from `DueDate` on they may do nothing else before they have one. */
  SecondFactor: z.object({
    IsSet: z.boolean(),
    IsRequired: z.boolean(),
    DueDate: z.iso.datetime().nullable(),
  }),
})
export type Me = z.infer<typeof Me>

/** What the console has to know before anybody has signed in. */
export const ConsoleSettings = z.object({
  Brand: z.string(),
  Demo: z.boolean(),
  MicrosoftSignIn: z.boolean(),
  /** Whether the register of businesses is the made-up one, for want of a key to the real one. */
  RegisterIsMadeUp: z.boolean(),
  /** Whether fees can be paid online. A server of the version before doesn't say. */
  PaysOnline: z.boolean().default(true),
  SupportEmail: z.string(),
  ProductUrls: z.object({ check: z.string(), chat: z.string() }),
  MarketingUrl: z.string(),
  /** Whether the pages for developers, such as /dev/ui, are there. */
  DevPages: z.boolean(),
})
export type ConsoleSettings = z.infer<typeof ConsoleSettings>

export const sessionApi = {
  getMe: endpoint({
    method: 'GET',
    path: firstPaths.me,
    title: 'The signed-in user',
    access: signedIn,
    shows: ['user', 'role', 'account', 'secondFactor'],
    output: Me,
  }),
  getConsoleSettings: endpoint({
    method: 'GET',
    path: firstPaths.settings,
    title: 'Settings of the console',
    access: anyone,
    // They belong to the installation.
    shows: [],
    output: ConsoleSettings,
  }),
}
