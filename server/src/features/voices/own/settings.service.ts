// Settings a workspace stores for a voice.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import type { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { requireVisibleVoice } from "../access/roles.service.ts";
import { presentSettings } from "./own.present.ts";
import { saveSettings } from "./own.repo.ts";

export async function getSettings(
	db: Database,
	caller: ResourceCaller,
	id: string,
): Promise<NonNullable<Voice["settings"]>> {
	return presentSettings((await requireVisibleVoice(db, caller, id)).settings);
}

export async function updateSettings(
	db: Database,
	caller: ResourceCaller,
	id: string,
	settings: InputOf<(typeof voicesEndpoints)["editVoiceSettings"]>["body"],
): Promise<{ status: "ok" }> {
	await requireVisibleVoice(db, caller, id);
	// Omitted settings are reset to their defaults.
	await saveSettings(db, caller.workspaceId, id, presentSettings(withoutNull(settings)));
	return { status: "ok" };
}

const withoutNull = (settings: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
