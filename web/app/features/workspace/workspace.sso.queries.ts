import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { call } from "../../lib/api.ts";
import { showError, toaster } from "../../lib/toaster.ts";

export const domainsQuery = queryOptions({
	queryKey: ["workspace", "domains"],
	queryFn: async ({ signal }) =>
		(await call(workspaceEndpoints.listDomainVerifications, { signal })).domain_verifications,
});

export const providersQuery = queryOptions({
	queryKey: ["workspace", "identity-providers"],
	queryFn: async ({ signal }) => (await call(workspaceEndpoints.listIdentityProviders, { signal })).identity_providers,
});

type Outcome<Input, Answer> = {
	/** Words for a toast, if any. */
	done?: (answer: Answer, input: Input) => string | undefined;
	/** Undefined where the form says it. */
	failed?: string;
};

/** Domains hang on providers and the audit log on both: all of the workspace is asked for again. */
function useSsoAct<Input, Answer>(act: (input: Input) => Promise<Answer>, { done, failed }: Outcome<Input, Answer>) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: act,
		onSuccess: (answer, input) => {
			const title = done?.(answer, input);
			if (title !== undefined) toaster.show({ title, tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["workspace"] });
		},
		onError: (error) => {
			if (failed !== undefined) showError(failed, error);
		},
	});
}

export const useDomainAdding = () =>
	useSsoAct((domain: string) => call(workspaceEndpoints.createDomainVerification, { body: { domain } }), {});

export const useDomainCheck = () =>
	useSsoAct(
		(id: string) => call(workspaceEndpoints.checkDomainVerification, { params: { domain_verification_id: id } }),
		{
			done: ({ status, domain }) => (status === "verified" ? `${domain} is verified` : undefined),
			failed: "Not checked",
		},
	);

export const useSsoDemand = () =>
	useSsoAct(
		({ id, required }: { id: string; required: boolean }) =>
			call(workspaceEndpoints.updateDomainVerification, {
				params: { domain_verification_id: id },
				body: { sso_required: required },
			}),
		{
			done: ({ domain, sso_required }) =>
				sso_required ? `Passwords of ${domain} are no longer accepted` : `Passwords of ${domain} are accepted again`,
			failed: "Not changed",
		},
	);

export const useDomainRemoval = () =>
	useSsoAct(
		(id: string) => call(workspaceEndpoints.deleteDomainVerification, { params: { domain_verification_id: id } }),
		{
			done: () => "Domain removed",
			failed: "Not removed",
		},
	);

export type NewProvider = RequestOf<typeof workspaceEndpoints.createIdentityProvider>["body"];
export type ProviderChange = RequestOf<typeof workspaceEndpoints.updateIdentityProvider>["body"];

const providerTrouble = "The identity provider was not saved";

export const useProviderAdding = () =>
	useSsoAct((body: NewProvider) => call(workspaceEndpoints.createIdentityProvider, { body }), {
		failed: providerTrouble,
	});

export const useProviderChange = () =>
	useSsoAct(
		({ id, body }: { id: string; body: ProviderChange }) =>
			call(workspaceEndpoints.updateIdentityProvider, { params: { identity_provider_id: id }, body }),
		{ done: () => "Identity provider saved", failed: providerTrouble },
	);

export const useProviderRemoval = () =>
	useSsoAct((id: string) => call(workspaceEndpoints.deleteIdentityProvider, { params: { identity_provider_id: id } }), {
		done: () => "Identity provider deleted",
		failed: "Not deleted",
	});
