import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { workspacePaths } from "./paths.ts";
import { maxInvitesPerRequest, seatTypes } from "./rules.ts";
import { byEmail, email, invite, inviteAs, inviteCode, invited, joinInfo, ok, usageLimit } from "./schemas.ts";

const since = "0.4.0";
const write = { since, auth: "user", permission: "workspace_write" } as const;
const manageInvites = { since, auth: "user", permission: "workspace_members_invite" } as const;
export const codeParams = z.object({
	code: inviteCode.meta({
		description: "Code from the invite link.",
		examples: ["b7Kx2LmQ8vTz4NcRy9Wd3FpHs6JtGq1ZuYe5XaVo"],
	}),
});

/** Part of `workspaceEndpoints`. */
export const memberEndpoints = {
	listInvites: endpoint({
		...workspacePaths.listInvites,
		summary: "List invites",
		description:
			"Returns invites that were not accepted yet, newest first. Expired ones are included until they are revoked or sent again.",
		...manageInvites,
		response: z.object({ invites: z.array(invite).meta({ description: "Invites, newest first." }) }),
	}),
	addInvite: endpoint({
		...workspacePaths.addInvite,
		summary: "Invite a user",
		description:
			"Sends an email with a link that works once, for seven days and only for an account with this address. Inviting an address again sends a new link; the old one stops working. The invite takes a seat. If this server can't send email, the response contains the link.",
		...manageInvites,
		limits: [{ per: "workspace", requests: 200, seconds: 3_600, shared: true }],
		body: z.object({
			email: email.meta({ description: "Address to invite.", examples: ["grace@example.com"] }),
			workspace_permission: z
				.string()
				.nullish()
				.meta({
					description: "Older form of `seat_type`, used if that is omitted: `admin` or `workspace_admin` for an admin.",
					examples: ["workspace_member"],
				}),
			...inviteAs,
		}),
		response: invited,
		errors: ["no_seats_left", "group_not_found", "conflict"],
	}),
	addInvites: endpoint({
		...workspacePaths.addInvites,
		summary: "Invite several users",
		description:
			"Sends each address its own link, with the same role, groups and limit. If one of them can't be invited, none are. Links work once and for seven days.",
		...manageInvites,
		limits: [{ per: "workspace", requests: 20, seconds: 3_600, shared: true }],
		body: z.object({
			emails: z
				.array(email)
				.min(1)
				.max(maxInvitesPerRequest, `At most ${maxInvitesPerRequest} at a time.`)
				.meta({ description: "1 to 100 addresses to invite.", examples: [["grace@example.com", "alan@example.com"]] }),
			...inviteAs,
		}),
		response: invited,
		errors: ["no_seats_left", "group_not_found", "conflict"],
	}),
	deleteInvite: endpoint({
		...workspacePaths.deleteInvite,
		summary: "Revoke an invite",
		description: "The link stops working immediately, and its seat is free again.",
		...manageInvites,
		body: byEmail("Address that was invited."),
		response: ok,
		errors: ["invite_not_found"],
	}),
	getJoinInfo: endpoint({
		...workspacePaths.getJoinInfo,
		summary: "Get an invite",
		description:
			"Returns what the join page shows for the code of an invite link. No authentication needed. At most 60 requests per 5 minutes.",
		since,
		auth: "public",
		limits: [{ per: "visitor", requests: 60, seconds: 300, shared: true }],
		body: z.object({
			email: email.nullish().meta({
				description: "Address to compare with that of the invite, which sets `is_for_email`.",
				examples: ["grace@example.com"],
			}),
			invite_code: codeParams.shape.code,
		}),
		response: joinInfo,
		errors: ["invite_not_found"],
	}),
	acceptInvite: endpoint({
		...workspacePaths.acceptInvite,
		summary: "Accept an invite",
		description:
			"Adds the caller to the workspace and switches this session to it. The caller's email address must be the invited one. Fails with `user_has_active_subscription` if the caller owns a workspace on a paid plan. Requires a signed-in session.",
		since,
		auth: "user",
		permission: "user_write",
		allowSuspended: true,
		limits: [{ per: "visitor", requests: 60, seconds: 300, shared: true }],
		params: codeParams,
		response: ok.extend({
			workspace_id: z.string().meta({
				description: "Id of the joined workspace.",
				examples: ["Wd6yP3nKx9TqVj1Lr8Zs"],
			}),
		}),
		errors: ["invite_not_found", "user_has_active_subscription", "no_seats_left", "needs_session"],
	}),
	setMemberLimits: endpoint({
		...workspacePaths.setMemberLimits,
		summary: "Set the limit of all members",
		description:
			"Sets how many credits each member can spend per period, replacing their individual limits. Service accounts keep theirs. Only for admins.",
		...write,
		body: z.object({
			usage_limit: usageLimit.nullable().meta({
				description: "Credits each member can spend per period. Null removes all limits.",
				examples: [20000],
			}),
		}),
		response: z.object({
			changed: z.int().meta({ description: "Number of members whose limit changed.", examples: [12] }),
		}),
	}),
	updateMember: endpoint({
		...workspacePaths.updateMember,
		summary: "Update a member",
		description:
			"Locks or unlocks a member, or changes their role or credit limit. Changes apply immediately, also to their API keys. The owner and the last admin can't be locked or made an editor. Only for admins.",
		...write,
		body: z.object({
			email: email.meta({ description: "Email address of the member.", examples: ["grace@example.com"] }),
			is_locked: z
				.boolean()
				.nullish()
				.meta({
					description: "True locks the member out, false lets them in again. Unchanged if null or omitted.",
					examples: [false],
				}),
			workspace_role: z
				.enum(seatTypes)
				.nullish()
				.meta({
					description: "Older form of `workspace_seat_type`, used if that is omitted.",
					examples: ["workspace_member"],
				}),
			workspace_seat_type: z
				.enum(seatTypes)
				.nullish()
				.meta({
					description:
						"New role: `workspace_admin` for an admin, the others for an editor. Unchanged if null or omitted.",
					examples: ["workspace_admin"],
				}),
			usage_limit: usageLimit
				.nullable()
				.optional()
				.meta({
					description: "Credits the member can spend per period. Null removes the limit. Unchanged if omitted.",
					examples: [20000],
				}),
		}),
		response: ok,
		errors: ["member_not_found", "last_admin", "owner_must_stay"],
	}),
};
