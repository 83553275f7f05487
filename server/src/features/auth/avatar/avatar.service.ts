// Pictures of users.
// Invariant: a user has at most one picture, which is deleted with the account. Its id is random and changes with the
// picture, so browsers can cache it.
import type { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import { avatarUrl } from "@timbre/contract/auth/rules.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { AudioResponse } from "../../../core/http/audio.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import type { AuthDeps } from "../auth.shared.service.ts";
import { findAvatarOwner, replaceAvatarId } from "./avatar.repo.ts";
import { cleanPicture } from "./picture.ts";

type Endpoints = typeof authEndpoints;

/** Storage folder of a user's picture. */
export const avatarFolder = (userId: string) => `avatars/${userId}/`;
const keyOf = (userId: string, avatarId: string) => `${avatarFolder(userId)}${avatarId}.png`;

export async function setAvatar(
	{ db, storage }: AuthDeps,
	{ userId }: Context,
	{ picture }: InputOf<Endpoints["setAvatar"]>["body"],
): Promise<ResponseOf<Endpoints["setAvatar"]>> {
	const cleaned = cleanPicture(picture.bytes);
	if ("error" in cleaned) throw new AppError("invalid_image", cleaned.error, { param: "picture" });
	const id = newId(32);
	await storage.put(keyOf(userId, id), cleaned.png, "image/png");
	const previous = await replaceAvatarId(db, userId, id);
	if (previous !== null) await storage.delete(keyOf(userId, previous));
	return { avatar_url: avatarUrl(id) };
}

export async function deleteAvatar({ db, storage }: AuthDeps, { userId }: Context): Promise<{ status: "ok" }> {
	const previous = await replaceAvatarId(db, userId, null);
	if (previous !== null) await storage.delete(keyOf(userId, previous));
	return { status: "ok" };
}

export async function getAvatar({ db, storage }: AuthDeps, avatarId: string): Promise<AudioResponse> {
	const owner = await findAvatarOwner(db, GLOBAL, avatarId);
	const object = owner === undefined ? undefined : await storage.get(keyOf(owner, avatarId));
	if (!object) throw new AppError("not_found", "There is no picture with this id.");
	return {
		contentType: "image/png",
		body: object.body,
		size: object.size,
		headers: { "cache-control": "private, max-age=86400", "cross-origin-resource-policy": "same-origin" },
	};
}
