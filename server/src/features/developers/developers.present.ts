import type { ApiKey } from "@timbre/contract/developers.ts";
import { permissions } from "@timbre/contract/permissions.ts";

type Row = {
	id: string;
	name: string;
	preview: string;
	permissions: string[];
	created_at: Date;
	last_used_at: Date | null;
};

export function presentApiKey(row: Row): ApiKey {
	return {
		key_id: row.id,
		name: row.name,
		preview: row.preview,
		permissions: permissions.filter((permission) => row.permissions.includes(permission)),
		created_at_unix: Math.floor(row.created_at.getTime() / 1000),
		last_used_at_unix: row.last_used_at === null ? null : Math.floor(row.last_used_at.getTime() / 1000),
	};
}
