import { createApiKeyBody } from "@timbre/contract/developers/schemas.ts";
import { type Permission, permissions } from "@timbre/contract/permissions.ts";
import { z } from "zod";
import { permissionsOf, presets } from "./key-permissions.ts";

const body = createApiKeyBody.shape;

export const expiryChoices = ["never", "kept", "7", "30", "90", "365"] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

/** Unix seconds; undefined keeps the current expiry. */
export function expiresAt(choice: ExpiryChoice, nowMs = Date.now()): number | null | undefined {
	if (choice === "kept") return undefined;
	return choice === "never" ? null : Math.floor(nowMs / 1000) + Number(choice) * 86_400;
}

/** The form of an API key. `held` are the permissions of the key that is edited. */
export const keyForm = (held: readonly Permission[]) =>
	z.object({
		name: body.name,
		permissions: z
			.object({ preset: z.enum(presets), chosen: z.array(z.enum(permissions)) })
			.transform(({ preset, chosen }) => permissionsOf(preset, chosen, held))
			.pipe(body.permissions),
		/** Days from now, "never", or "kept" for the current expiry. */
		expiry: z.enum(expiryChoices),
		limit: z.string().transform((text, context) => {
			const digits = text.replaceAll(/[\s,.]/g, "");
			const { data = null, success } = body.character_limit.safeParse(digits === "" ? null : Number(digits));
			if (success) return data;
			context.addIssue({ code: "custom", message: "Enter a whole number, such as 10000." });
			return z.NEVER;
		}),
		allowedIps: z.string().transform((text, context) => {
			const lines = text.split(/[\s,]+/).filter((line) => line !== "");
			const { data = null, error } = body.allowed_ips.safeParse(lines.length === 0 ? null : lines);
			if (!error) return data;
			for (const { path, message } of error.issues) {
				const [at] = path;
				context.addIssue({
					code: "custom",
					message: typeof at === "number" ? `“${lines[at]}”: ${message}` : message,
				});
			}
			return z.NEVER;
		}),
	});
export type KeyPermissions = z.input<ReturnType<typeof keyForm>>["permissions"];
