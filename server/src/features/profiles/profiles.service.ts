// Public profiles.
// Invariant: nothing is public before the user chooses a handle and publishes the profile, and items shared by link are
// listed only if the user also turns that on.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { OwnProfile, PublicProfile, profilesEndpoints } from "@timbre/contract/profiles/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/http/context.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { getUser } from "../auth/auth.public.ts";
import { countSharedItems, listSharedItems } from "../history/history.public.ts";
import { embedUrl, presentSharedItem, profileUrl } from "./profiles.present.ts";
import { findByUser, findPublicByHandle, lockHandles, upsertProfile } from "./profiles.repo.ts";

export type ProfilesDeps = { db: Database; publicUrl: string };
type Change = InputOf<typeof profilesEndpoints.updateOwnProfile>["body"];

const maxItems = 50;

export async function getProfile({ db, publicUrl }: ProfilesDeps, name: string): Promise<PublicProfile> {
	const profile = await findPublicByHandle(db, GLOBAL, name.toLowerCase());
	const user = profile && (await getUser(db, profile.user_id));
	if (!profile?.handle || !user) throw new AppError("not_found", "Profile not found.");
	const items = profile.list_shared ? await listSharedItems(db, profile.user_id, maxItems) : [];
	return {
		handle: profile.handle,
		name: user.publicName,
		joined: user.createdAt.toISOString().slice(0, 7),
		profile_url: profileUrl(profile.handle, publicUrl),
		embed_url: embedUrl(profile.handle, publicUrl),
		lists_shared: profile.list_shared,
		items: items.map((item) => presentSharedItem(item, publicUrl)),
	};
}

export async function getOwnProfile(
	{ db, publicUrl }: ProfilesDeps,
	{ userId }: Pick<Context, "userId">,
): Promise<OwnProfile> {
	const [profile, user, sharedCount] = await Promise.all([
		findByUser(db, userId),
		getUser(db, userId),
		countSharedItems(db, userId),
	]);
	const handle = profile?.handle ?? null;
	return {
		handle,
		public_user_name: user?.publicName ?? "",
		public: profile?.is_public ?? false,
		list_shared: profile?.list_shared ?? false,
		shared_count: sharedCount,
		profile_url: handle === null ? null : profileUrl(handle, publicUrl),
		embed_url: handle === null ? null : embedUrl(handle, publicUrl),
	};
}

export async function updateProfile(
	deps: ProfilesDeps,
	context: Pick<Context, "userId">,
	change: Change,
): Promise<OwnProfile> {
	await deps.db.transaction().execute(async (tx) => {
		await lockHandles(tx, GLOBAL);
		const known = await findByUser(tx, context.userId);
		if (change.public && change.handle === undefined && !known?.handle)
			throw new AppError("invalid_request", "Choose a handle before you make your profile public.", {
				param: "handle",
			});
		const saved = await upsertProfile(tx, context.userId, {
			handle: change.handle,
			is_public: change.public,
			list_shared: change.list_shared,
		});
		if (!saved) throw new AppError("conflict", "This handle is already taken.", { param: "handle" });
	});
	return getOwnProfile(deps, context);
}
