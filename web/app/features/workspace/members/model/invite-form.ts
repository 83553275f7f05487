import { roles } from "@timbre/contract/permissions.ts";
import { maxInvitesPerRequest } from "@timbre/contract/workspace/rules.ts";
import { z } from "zod";
import { count, counted } from "../../../../lib/text/format.ts";
import { parseEmails } from "../../../../lib/text/parse-emails.ts";
import { limitField } from "../../limits/model/limit.ts";

/** The form of an invitation. `left` is the number of free seats, if it is known. */
export const inviteForm = (left: number | undefined) =>
	z.object({
		emails: z.string().transform((pasted, context) => {
			const { valid, invalid } = parseEmails(pasted);
			const message = recipientsError(valid, invalid, left);
			if (message === undefined) return valid;
			context.addIssue({ code: "custom", message });
			return z.NEVER;
		}),
		role: z.enum(roles),
		group_ids: z.array(z.string()),
		usage_limit: limitField,
	});

function recipientsError(valid: string[], invalid: string[], left: number | undefined): string | undefined {
	if (invalid.length > 0) return `Not an email address: ${invalid.slice(0, 3).join(", ")}`;
	if (valid.length === 0) return "Enter at least one email address.";
	if (valid.length > maxInvitesPerRequest)
		return `You can invite at most ${maxInvitesPerRequest} people at a time. You entered ${count(valid.length)}.`;
	if (left !== undefined && valid.length > left)
		return `Not enough seats for ${valid.length === 1 ? "one person" : `${count(valid.length)} people`}: ${counted(left, "seat")} left.`;
	return undefined;
}
