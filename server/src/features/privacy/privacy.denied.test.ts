import { privacyEndpoints } from "@timbre/contract/privacy.ts";
import { denied } from "../../testing/denied.ts";

denied(privacyEndpoints.getPrivacy);
denied(privacyEndpoints.updatePrivacy, { body: { optOutCCPA: true } });
denied(privacyEndpoints.acceptBipaTerms);
denied(privacyEndpoints.agreeToTerms, { body: { terms: ["privacy"] } });
denied(privacyEndpoints.createDataExport);
denied(privacyEndpoints.getLatestDataExport);
denied(privacyEndpoints.cancelDataExport, { params: { data_export_id: "nothing" } });
denied(privacyEndpoints.getDataExportFile, { params: { data_export_id: "nothing" } });
denied(privacyEndpoints.deleteUser);
