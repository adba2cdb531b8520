/** Where PostgreSQL answers, the embedded one included. Holds a password: never logged. */
export class DatabaseUrl {
  constructor(readonly value: string) {}
}
