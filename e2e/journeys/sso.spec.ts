import { createKeyPair } from "@timbre/server/testing/certificate.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

test("WORKSPACE-039 WORKSPACE-020 explains a failed single sign-on and shows the required plan in a free workspace", async ({
	page,
}) => {
	await page.goto("/app/sign-in?error=sso_no_seats&error_description=Call+this+number+at+once");
	await expect(page.getByText("Single sign-on failed").first()).toBeVisible();
	await expect(page.getByText("All seats of the workspace are taken.").first()).toBeVisible();
	await expect(page.getByText("Call this number"), "text from the URL is not shown").toHaveCount(0);
	await page.getByLabel("Email", { exact: true }).fill("ada@nowhere.example");
	await page.getByRole("button", { name: "Continue with SSO" }).click();
	await expect(page.getByText("Single sign-on isn't set up for this email address")).toBeVisible();

	await signUp(page, "/app/workspace/security");
	await expect(page.getByText("are available on the Enterprise and Trial plans")).toBeVisible();
	await expect(page.getByRole("button", { name: "Add domain" })).toHaveCount(0);
	await expectAccessible(page, "/app/workspace/security of a free workspace");
});

test("WORKSPACE-031 WORKSPACE-024 WORKSPACE-039 lets an admin add a domain and an identity provider by keyboard and shows what is wrong with them", async ({
	page,
}) => {
	// The seeded team, on the server that sends no email and so requires no code.
	const login = { email: "mira@lighthouse.example.com", password: "timbre-team" };
	const response = await page.request.post("/api/auth/sign-in/email", { data: login });
	expect(response.ok(), await response.text()).toBe(true);
	await page.goto("/app/workspace/security");
	await expect(page.getByRole("heading", { name: /lighthouse\.example\.com Verified/ })).toBeVisible();

	await page.getByRole("button", { name: "Add domain" }).press("Enter");
	const adding = page.getByRole("dialog", { name: "Add domain" });
	await adding.getByLabel("Domain").fill("not a domain");
	await page.keyboard.press("Enter");
	await expect(adding.getByText("Enter a domain, such as example.com.")).toBeVisible();
	await adding.getByLabel("Domain").fill("Studio.example");
	await page.keyboard.press("Enter");
	await expect(page.getByText("_timbre-verification.studio.example")).toBeVisible();
	await page.getByRole("button", { name: /^Check now for studio\.example/ }).click();
	await expect(page.getByText(/wasn't found yet|didn't respond/)).toBeVisible();
	await expectAccessible(page, "/app/workspace/security with a domain that waits for its record");

	await page.getByRole("button", { name: "Add identity provider" }).press("Enter");
	const dialog = page.getByRole("dialog", { name: "Add identity provider" });
	await dialog.getByLabel("Name").fill("Lighthouse login");
	await dialog.getByLabel("Issuer").fill("https://127.0.0.1:9");
	await dialog.getByLabel("Client ID").fill("timbre");
	await dialog.getByLabel("Client secret").fill("secret");
	await expectAccessible(page, "/app/workspace/security with the dialog for identity providers");
	await page.keyboard.press("Enter");
	await expect(page.getByText("Couldn't save the identity provider").first()).toBeVisible();
	await expect(dialog.getByText(/is not a public address/)).toBeVisible();
	await dialog.getByRole("combobox", { name: "Type" }).click();
	await page.getByRole("option", { name: "SAML with metadata" }).click();
	await dialog.getByLabel("Metadata XML").fill(metadata);
	await dialog.getByRole("button", { name: "Save" }).click();
	const setup = page.getByRole("dialog", { name: "Finish the setup" });
	await expect(setup.getByText(/\/api\/auth\/sso\/saml2\/sp\/acs\//)).toBeVisible();
	await setup.getByRole("button", { name: "Done" }).click();
	await expect(page.getByRole("heading", { name: "Lighthouse login SAML" })).toBeVisible();
	await expect(page.getByRole("switch", { name: "Require single sign-on" })).toBeDisabled();

	await page.getByRole("button", { name: "Delete Lighthouse login" }).click();
	const confirmation = page.getByRole("alertdialog");
	await expect(confirmation.getByRole("button", { name: "Delete provider" })).toBeEnabled();
	await confirmation.getByRole("button", { name: "Delete provider" }).click();
	await expect(page.getByText("Identity provider deleted").first()).toBeVisible();
	await page.getByRole("button", { name: "Remove studio.example" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Remove domain" }).click();
	await expect(page.getByText("Domain removed").first()).toBeVisible();
});

const certificate = createKeyPair("idp.example").certificate.replaceAll(/-----.*-----|\s/g, "");
const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/one"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sign-in"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
