import type { Identity } from "../../core/http/context.ts";

export type StudioCaller = Pick<Identity, "workspaceId" | "userId" | "role" | "via" | "apiKeyId">;
