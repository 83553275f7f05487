import { uploadsEndpoints } from "@timbre/contract/uploads/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { appendPart, createUpload, deleteUpload, getUpload, type UploadDeps } from "./uploads.service.ts";

export function uploadsRoutes(http: Http, deps: UploadDeps): void {
	implement(http, uploadsEndpoints.createUpload, (context, { body }) => createUpload(deps, context, body));
	implement(http, uploadsEndpoints.getUpload, ({ workspaceId }, { params }) =>
		getUpload(deps.db, workspaceId, params.upload_id),
	);
	implement(http, uploadsEndpoints.appendPart, ({ workspaceId }, { params, body }) =>
		appendPart(deps, workspaceId, params.upload_id, { offset: body.offset, bytes: body.part.bytes }),
	);
	implement(http, uploadsEndpoints.deleteUpload, async ({ workspaceId }, { params }) => {
		await deleteUpload(deps, workspaceId, params.upload_id);
		return undefined;
	});
}
