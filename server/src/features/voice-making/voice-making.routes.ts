import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { Context } from "../../core/http/context.ts";
import type { Http } from "../../core/http/http.ts";
import type { MailSettings } from "../../core/mail/mail.ts";
import type { Storage } from "../../core/storage/storage.ts";
import type { ReserveCredits } from "../usage/usage.public.ts";
import { blendingModel } from "./blending.ts";
import { cloningRoutes } from "./cloning/cloning.routes.ts";
import { consentRoutes } from "./consent/consent.routes.ts";
import { designRoutes } from "./design/design.routes.ts";
import { professionalRoutes } from "./professional/professional.routes.ts";
import type { WithTerms } from "./types.ts";

export type VoiceMakingDeps = {
	db: Database;
	storage: Storage;
	speech: Pick<SpeechClient, "audition" | "samples">;
	/** The running engines. */
	engines: readonly string[];
	/** Identifies this process in its credit reservations. */
	holder: string;
	leaseSeconds: number;
	reserveCredits: ReserveCredits;
	publicUrl: string;
	mail: MailSettings;
	/** Rejects callers who must accept the biometric terms first. */
	requireBiometricTerms: (context: Context) => Promise<void>;
};

export function voiceMakingRoutes(http: Http, deps: VoiceMakingDeps): void {
	designRoutes(http, deps);
	const cloning = { ...deps, blending: blendingModel(deps.engines), canClone: deps.engines.includes("zipvoice") };
	const withTerms: WithTerms = (handler) => async (context, input) => {
		await deps.requireBiometricTerms(context);
		return handler(context, input);
	};
	cloningRoutes(http, cloning, withTerms);
	consentRoutes(http, cloning, withTerms);
	professionalRoutes(http, cloning, withTerms);
}
