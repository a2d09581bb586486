// Starts Swagger UI on the page's own specification. It lies in a file since the page allows no inline script.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

const place = document.getElementById("docs");

SwaggerUIBundle({
  domNode: place,
  url: place.dataset.specification,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // The public validator is another host, and CI has validated the document.
  validatorUrl: null,
});
