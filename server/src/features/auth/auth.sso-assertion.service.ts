// What is demanded of a SAML response before the library reads it. Always: this only refuses. Whether the signature holds is the library's
// to say; these are the rules it leaves open (docs/decisions/012-sso-checks.md).
import { DOMParser, type Element } from "@xmldom/xmldom";

const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

const strong: Record<"SignatureMethod" | "DigestMethod", ReadonlySet<string>> = {
	SignatureMethod: new Set(
		["rsa-sha256", "rsa-sha384", "rsa-sha512", "ecdsa-sha256", "ecdsa-sha384", "ecdsa-sha512"].map(
			(name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`,
		),
	),
	DigestMethod: new Set([
		"http://www.w3.org/2001/04/xmlenc#sha256",
		"http://www.w3.org/2001/04/xmldsig-more#sha384",
		"http://www.w3.org/2001/04/xmlenc#sha512",
	]),
};

/** How far the clocks of two machines may be apart. */
export const clockSkewMs = 120_000;
const mostBytes = 262_144;

/** Words for what is wrong with a base64-encoded SAML response, or the request of ours that it answers. */
export function readResponse(encoded: string, now = Date.now()): { fault: string } | { requestId: string } {
	const { response, fault } = parseResponse(encoded);
	const requestId = response?.getAttribute("InResponseTo");
	if (!response || fault !== undefined) return { fault: fault ?? "This is no SAML response." };
	if (!requestId) return { fault: "The response answers no request of ours; begin on the sign-in page." };
	const problem = algorithmFault(response) ?? confirmationFault(response, requestId, now);
	return problem === undefined ? { requestId } : { fault: problem };
}

function parseResponse(encoded: string): { response?: Element; fault?: string } {
	if (encoded.length > mostBytes) return { fault: "The response is too large." };
	const xml = Buffer.from(encoded, "base64").toString("utf8");
	// No response needs one, and everything that expands or is fetched begins with one.
	if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return { fault: "The response brings definitions of its own." };
	const response = parse(xml);
	if (response?.localName !== "Response" || response.namespaceURI !== protocolNamespace) return {};
	if (elements(response, assertionNamespace, "EncryptedAssertion").length > 0)
		return { fault: "The assertion is encrypted; turn encryption off for this application." };
	return { response };
}

function algorithmFault(response: Element): string | undefined {
	for (const kind of ["SignatureMethod", "DigestMethod"] as const) {
		const weak = elements(response, signatureNamespace, kind).some(
			(method) => !strong[kind].has(method.getAttribute("Algorithm") ?? ""),
		);
		if (weak) return "The response is signed with an outdated algorithm; SHA-256 or stronger is needed.";
	}
	return undefined;
}

/**
 * An assertion may be signed while the response around it is not. What ties it to the request that a browser began here, and when it
 * stops being good for that, is therefore read in the assertion itself.
 */
function confirmationFault(response: Element, requestId: string, now: number): string | undefined {
	const confirmations = elements(response, assertionNamespace, "SubjectConfirmation").filter(
		(confirmation) => confirmation.getAttribute("Method") === bearer,
	);
	const data = confirmations.flatMap((confirmation) =>
		elements(confirmation, assertionNamespace, "SubjectConfirmationData"),
	);
	if (data.length === 0) return "The assertion does not say whom it is for.";
	for (const one of data) {
		if (one.getAttribute("InResponseTo") !== requestId) return "The assertion was made for another request.";
		const until = Date.parse(one.getAttribute("NotOnOrAfter") ?? "");
		if (Number.isNaN(until)) return "The assertion does not say how long it is good.";
		if (now >= until + clockSkewMs) return "The assertion has expired.";
	}
	return undefined;
}

function parse(xml: string): Element | undefined {
	try {
		// Loosely typed: an older version that samlify brings declares the same module, without this option.
		const strict: object = {
			onError: (_level: string, message: string) => {
				throw new Error(message);
			},
		};
		return new DOMParser(strict).parseFromString(xml, "text/xml").documentElement ?? undefined;
	} catch {
		return undefined;
	}
}

function elements(inside: Element, namespace: string, name: string): Element[] {
	return Array.from(inside.getElementsByTagNameNS(namespace, name));
}
