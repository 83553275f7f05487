// Who may see and change a project.
import { AppError } from "@timbre/contract/errors.ts";
import type { ResourceRole } from "@timbre/contract/workspace/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import { effectiveRole } from "../../workspace/workspace.sharing.public.ts";
import type { StudioCaller } from "../types.ts";
import { findProject, type ProjectRow } from "./projects.repo.ts";

type Shareable = Pick<ProjectRow, "created_by" | "workspace_access">;

/** What a caller wants to do with a project, and the roles that may. */
const rolesFor = {
	read: ["viewer", "commenter", "editor", "admin"],
	comment: ["commenter", "editor", "admin"],
	edit: ["editor", "admin"],
	delete: ["admin"],
} as const satisfies Record<string, readonly ResourceRole[]>;
export type ProjectAction = keyof typeof rolesFor;

export const accessOf = ({ created_by, workspace_access }: Shareable, caller: StudioCaller): ResourceRole =>
	effectiveRole({ ownerUserId: created_by, access: workspace_access as ResourceRole | null }, caller);

export const mayDo = (project: Shareable, caller: StudioCaller, action: ProjectAction): boolean =>
	(rolesFor[action] as readonly ResourceRole[]).includes(accessOf(project, caller));

export const projectNotFound = () => new AppError("project_not_found", "This project doesn't exist in this workspace.");

/** Returns the project if the caller may do this with it. */
export async function requireProject(
	db: Db,
	caller: StudioCaller,
	id: string,
	action: ProjectAction,
): Promise<ProjectRow> {
	const row = await findProject(db, caller.workspaceId, id);
	if (!row) throw projectNotFound();
	if (!mayDo(row, caller, action))
		throw new AppError(
			"missing_permissions",
			action === "delete"
				? "Only the creator of a project and admins can delete it."
				: "You have view-only access to this project. Ask its owner for edit access.",
		);
	return row;
}
