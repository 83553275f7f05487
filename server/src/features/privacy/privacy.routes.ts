import { privacyEndpoints } from "@timbre/contract/privacy/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { MailSettings } from "../../core/mail/mail.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { deleteUser } from "./privacy.deletion.service.ts";
import { cancelDataExport, getDataExportFile, getLatestDataExport, startDataExport } from "./privacy.export.service.ts";
import {
	acceptBipaTerms,
	agreeToTerms,
	getLocation,
	getPrivacy,
	optOutOfUpdates,
	type PrivacySettings,
	recordAnalytics,
	setOptOutCookie,
	updateOptOut,
} from "./privacy.service.ts";
import { sendProductUpdate } from "./privacy.updates.service.ts";

type PrivacyDeps = {
	db: Database;
	storage: Storage;
	mail: MailSettings;
	settings: PrivacySettings;
	exportSeconds: number;
	publicUrl: string;
	/** Staff have addresses at this domain. */
	internalDomain: string | undefined;
};

export function privacyRoutes(http: Http, deps: PrivacyDeps): void {
	const { db, storage, mail, settings, exportSeconds } = deps;
	implement(http, privacyEndpoints.getGeolocation, async (context) => getLocation(context, settings));
	implement(http, privacyEndpoints.ingest, (context, { body }) => recordAnalytics(db, context, body, settings));
	implement(http, privacyEndpoints.updatePreferences, async (context, { body }) =>
		setOptOutCookie(context, body.optOutCCPA, settings),
	);
	implement(http, privacyEndpoints.optOutOfUpdates, (_context, { body }) =>
		optOutOfUpdates(db, body.opt_out_updates_key, settings.secret),
	);
	implement(http, privacyEndpoints.sendProductUpdate, (context, { body }) =>
		sendProductUpdate(db, context, body, { ...deps, secret: settings.secret }),
	);
	implement(http, privacyEndpoints.getPrivacy, (context) => getPrivacy(db, context, settings));
	implement(http, privacyEndpoints.updatePrivacy, (context, { body }) => updateOptOut(db, context, body.optOutCCPA));
	implement(http, privacyEndpoints.acceptBipaTerms, (context) => acceptBipaTerms(db, context));
	implement(http, privacyEndpoints.agreeToTerms, (context, { body }) => agreeToTerms(db, context, body.terms));
	implement(http, privacyEndpoints.createDataExport, (context) => startDataExport(db, context, exportSeconds));
	implement(http, privacyEndpoints.getLatestDataExport, (context) => getLatestDataExport(db, context));
	implement(http, privacyEndpoints.cancelDataExport, (context, { params }) =>
		cancelDataExport(db, context, params.data_export_id, storage),
	);
	implement(http, privacyEndpoints.getDataExportFile, (context, { params }) =>
		getDataExportFile(db, context, params.data_export_id, { storage, range: context.range }),
	);
	implement(http, privacyEndpoints.deleteUser, (context) => deleteUser(db, context, mail));
}
