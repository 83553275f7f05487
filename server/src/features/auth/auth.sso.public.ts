export {
	createProvider,
	deleteProvider,
	deleteProviderOfDomain,
	domainOf,
	findProviderOfDomain,
	listProviders,
	prepareProvider,
	type SsoRules,
	type SsoSettings,
	updateProvider,
} from "./sso/providers.service.ts";
