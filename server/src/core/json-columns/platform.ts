// JSON columns of identity, workspaces, privacy, onboarding and forms.

import type { OnboardingSurvey } from "@timbre/contract/onboarding/endpoints.ts";
import { type Agreement, agreements } from "@timbre/contract/privacy/rules.ts";
import { z } from "zod";
import { jsonColumn } from "./column.ts";

const texts = z.record(z.string(), z.string());
const anything = z.record(z.string(), z.unknown());

export const authCodeColumns = { data: jsonColumn("auth_code.data", texts) };

export const authProfileColumns = { account_metadata: jsonColumn("auth_profile.account_metadata", anything) };

export const workspaceAuditColumns = { details: jsonColumn("workspace_audit.details", anything) };

export const webhookColumns = { request_headers: jsonColumn("webhook.request_headers", texts) };

export const privacyPersonColumns = {
	/** When each document was agreed to, in Unix seconds. */
	terms_agreed_to: jsonColumn<Partial<Record<Agreement, number>>>(
		"privacy_person.terms_agreed_to",
		z.partialRecord(z.enum(agreements), z.int()),
	),
};

const optionalText = z.string().nullable();
export const onboardingColumns = {
	survey: jsonColumn<OnboardingSurvey | null>(
		"onboarding.survey",
		z
			.looseObject({
				first_name: optionalText,
				role: optionalText,
				subrole: optionalText,
				timezone: optionalText,
				source: optionalText,
			})
			.nullable(),
	),
};

export const formMessageColumns = { fields: jsonColumn("form_message.fields", anything) };

/** The workflow that receives a message checks its payload. */
export const outboxColumns = { payload: jsonColumn("outbox.payload", z.unknown()) };

export const analyticsEventColumns = { data: jsonColumn("analytics_event.data", anything) };
