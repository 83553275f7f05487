import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { developersEndpoints, type OwnedApiKey } from "@timbre/contract/developers.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { call } from "../../../lib/api.ts";
import { ago } from "../../../lib/format.ts";
import { showError, toaster } from "../../../lib/toaster.ts";
import { LoadFailure } from "../../../shell/load-failure.tsx";
import { workspaceKeysQuery } from "../developers.queries.ts";
import { summary } from "./rights.ts";

/** For admins: the keys of everybody else, to see what is about and to switch one off in a hurry. */
export function WorkspaceKeys({ userId }: { userId: string | undefined }) {
	const keys = useQuery(workspaceKeysQuery);
	const others = keys.data?.filter((key) => key.owner.user_id !== userId);
	if (keys.isError) return <LoadFailure title="The keys of the workspace could not be loaded" query={keys} />;
	if (!others?.length) return null;
	return (
		<section aria-labelledby="workspace-keys" className="mt-10">
			<h2 id="workspace-keys" className="font-semibold text-[15px]">
				Other keys in this workspace
			</h2>
			<p className="mt-1 mb-3 max-w-xl text-muted">
				Admins see which keys there are and can switch them off. Nobody can read them.
			</p>
			<ul className="rounded-card border border-line bg-raised">
				{others.map((key) => (
					<OtherKey key={key.key_id} owned={key} />
				))}
			</ul>
		</section>
	);
}

function OtherKey({ owned }: { owned: OwnedApiKey }) {
	const queryClient = useQueryClient();
	const turn = useMutation({
		mutationFn: () =>
			call(developersEndpoints.switchWorkspaceApiKey, {
				params: { key_id: owned.key_id },
				body: { is_enabled: owned.is_disabled },
			}),
		onSuccess: () => {
			toaster.show({ title: owned.is_disabled ? "Key switched on" : "Key switched off", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["developers"] });
		},
		onError: (error) => showError("Not changed", error),
	});
	const { owner } = owned;
	return (
		<li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b px-4 py-3 last:border-b-0">
			<div className="min-w-0 flex-1 basis-56">
				<div className="flex flex-wrap items-center gap-2">
					<h3 className="truncate font-medium" title={owned.name}>
						{owned.name}
					</h3>
					{owned.is_disabled ? <Badge tone="warning">Off</Badge> : null}
				</div>
				<p className="truncate text-[13px] text-muted">
					{owner.is_service_account ? `${owner.name}, service account` : `${owner.name}, ${owner.email}`}
				</p>
			</div>
			<p className="text-[13px] text-muted max-sm:grow">
				{summary(owned.permissions)}
				{", "}
				{owned.last_used_at_unix ? `last used ${ago(owned.last_used_at_unix)}` : "never used"}
			</p>
			<Button
				size="small"
				busy={turn.isPending}
				aria-label={`Switch ${owned.is_disabled ? "on" : "off"} ${owned.name}`}
				onClick={() => turn.mutate()}
			>
				{owned.is_disabled ? "Switch on" : "Switch off"}
			</Button>
		</li>
	);
}
