import type { ColumnType } from "kysely";

declare const checked: unique symbol;

/** JSON that was checked against the schema of its column. Only `jsonColumn` of the server creates it. */
export type JsonText = string & { readonly [checked]: true };

/** Reading gives `unknown`, so that every value passes the schema of its column. */
export type JsonColumn = ColumnType<unknown, JsonText, JsonText>;
